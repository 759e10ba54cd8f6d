"""A client of diffsvc in one file, over the standard library of Python 3.9 or later.

    from diffsvc import Client

    client = Client(key="...")
    answer = client.compare_text("The fee is 5.", "The fee is 6.", output=["html", "json"])
    print(answer["json"]["summary"]["changeCount"])

Requests and answers are dictionaries with the names of the HTTP API (docs/http.md). A refusal raises `ServiceError`.
A call that is refused for lack of room, or whose connection breaks, is repeated; the service does its work once.
"""

from __future__ import annotations

import base64
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Iterator, Optional, Tuple, Union

DEFAULT_ORIGIN = "http://127.0.0.1:4870"

# Attempts of one call at most, the first included; and the longest wait, in seconds, that the service may ask for.
MOST_ATTEMPTS = 5
LONGEST_WAIT = 120.0
# A running operation is asked for again until the deadline of the service, 60 seconds, has certainly passed.
MOST_POLLS = 60

Content = Union[bytes, str]


class ServiceError(Exception):
    """The service refused. `code` is one of the error table, such as `rate_limited`; `status` is the HTTP status."""

    def __init__(self, code: str, message: str, status: int, details: Optional[dict] = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.details = details or {}


class Client:
    """Calls one service. `key` is an API key (`diffsvc keys create`); without it the caller is anonymous."""

    def __init__(self, origin: str = DEFAULT_ORIGIN, key: Optional[str] = None, timeout: float = 90.0) -> None:
        self._origin = origin.rstrip("/")
        self._key = key
        self._timeout = timeout

    def compare_text(self, original: str, revised: str, **options: Any) -> dict:
        """Compares two texts. Options: `format`, `mode`, `output`, `include`, `complexity` and others of the API."""
        return self._json("POST", "/v1/diffsvc/html", {"original": original, "revised": revised, **options})

    def compare_documents(self, original: bytes, revised: bytes, **options: Any) -> dict:
        """Compares two files. Returns the data of the event `content_complete`.

        `format` is needed: `docx` or `pdf`. Where `output` asks for `track_changes`, `jobId` names the job of that file.
        """
        result: dict = {}
        for event, data in self.stream_documents(original, revised, **options):
            if event == "content_complete":
                result.update(data)
            elif event == "track_changes_queued":
                result["jobId"] = data["jobId"]
            elif event == "track_changes_failed":
                raise ServiceError(data["code"], data["message"], 200)
        return result

    def stream_documents(self, original: bytes, revised: bytes, **options: Any) -> Iterator[Tuple[str, dict]]:
        """Compares two files and yields the events of the stream as (name, data), each as soon as it is there."""
        body = {"original": _file(original), "revised": _file(revised), **options}
        with self._open("POST", "/v1/diffsvc/documents", body, accept="text/event-stream") as response:
            complete = False
            for event, text in _events(response):
                data = json.loads(text)
                if event == "error":
                    raise ServiceError(data["code"], data["message"], 200)
                complete = complete or event == "complete"
                yield event, data
            if not complete:
                raise ServiceError("incomplete_stream", "The stream ended without its last event.", 200)

    def changes(self, comparison_id: str, token: Optional[str] = None) -> Iterator[dict]:
        """All changes of a stored comparison, page by page."""
        offset: Optional[int] = 0
        path = f"/v1/diffsvc/comparisons/{urllib.parse.quote(comparison_id)}/changes"
        while offset is not None:
            query = {"offset": offset, **({"token": token} if token else {})}
            page = self._json("GET", f"{path}?{urllib.parse.urlencode(query)}")
            yield from page["changes"]
            offset = page.get("nextOffset")

    def export(self, comparison_id: str, type: str, **decisions: Any) -> dict:
        """Orders a file: `track_changes_docx`, `resolved_docx`, `redline_pdf`, `resolved_html` or `review_html`."""
        path = f"/v1/diffsvc/comparisons/{urllib.parse.quote(comparison_id)}/exports"
        return self._json("POST", path, {"type": type, **decisions})

    def wait(self, job_id: str, timeout: float = 120.0) -> dict:
        """Waits until a job has ended. Raises `ServiceError` with its fault, or `TimeoutError`."""
        deadline = time.monotonic() + timeout
        pause = 0.02
        while True:
            job = self._json("GET", f"/v1/diffsvc/jobs/{urllib.parse.quote(job_id)}")
            if job["status"] == "succeeded":
                return job
            if job["status"] in ("failed", "expired"):
                error = job.get("error", {"code": "not_found", "message": "The file has expired."})
                raise ServiceError(error["code"], error["message"], 200)
            if time.monotonic() > deadline:
                raise TimeoutError(f"the job {job_id} has not ended after {timeout} seconds")
            time.sleep(pause)
            pause = min(1.0, pause * 2)

    def download(self, job_id: str) -> bytes:
        """The file of a finished job."""
        with self._open("GET", f"/v1/diffsvc/jobs/{urllib.parse.quote(job_id)}/result") as response:
            return response.read()

    def usage(self) -> dict:
        """Units used, and those that the plan allows."""
        return self._json("GET", "/v1/diffsvc/usage")

    def _json(self, method: str, path: str, body: Optional[dict] = None) -> dict:
        with self._open(method, path, body) as response:
            return json.load(response)

    def _open(
        self, method: str, path: str, body: Optional[dict] = None, accept: str = "application/json"
    ) -> http.client.HTTPResponse:
        """The answer to a call that succeeded. Repeats it as the service allows, with the same key and bytes."""
        headers = {"accept": accept}
        if body is not None:
            headers["content-type"] = "application/json"
        if self._key is not None:
            headers["authorization"] = f"Bearer {self._key}"
            if body is not None:
                headers["idempotency-key"] = uuid.uuid4().hex
        # A call that only reads, or that has a key, may be sent twice.
        repeatable = method == "GET" or "idempotency-key" in headers
        data = None if body is None else json.dumps(body).encode()
        failures = polls = 0
        while True:
            request = urllib.request.Request(self._origin + path, data=data, headers=headers, method=method)
            try:
                return urllib.request.urlopen(request, timeout=self._timeout)
            except urllib.error.HTTPError as answer:
                fault, asked = _refusal(answer), answer.headers.get("retry-after")
                if fault.code == "idempotency_in_progress" and polls < MOST_POLLS:
                    polls += 1
                    time.sleep(1.0)
                    continue
                if fault.status != 429 and not (fault.status == 503 and repeatable):
                    raise fault from None
                wait = float(asked) if asked is not None and asked.isdigit() else _backoff(failures)
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError) as broken:
                if not repeatable:
                    raise
                fault, wait = broken, _backoff(failures)
            failures += 1
            if failures >= MOST_ATTEMPTS or wait > LONGEST_WAIT:
                raise fault
            time.sleep(wait)


def _backoff(failures: int) -> float:
    return random.random() * min(30.0, 2.0**failures)


def _file(content: bytes) -> dict:
    return {"dataBase64": base64.b64encode(content).decode()}


def _refusal(answer: urllib.error.HTTPError) -> ServiceError:
    try:
        error = json.loads(answer.read())
        return ServiceError(error["code"], error["message"], answer.code, error.get("details"))
    except (ValueError, KeyError, TypeError, AttributeError, http.client.HTTPException):
        return ServiceError("unreadable_answer", f"HTTP {answer.code} did not come from the service.", answer.code)


def _events(response: http.client.HTTPResponse) -> Iterator[Tuple[str, str]]:
    """The events of `text/event-stream` (HTML Living Standard, 9.2.6); comments, ids and retry times are skipped."""
    event, data = "message", []
    for raw in response:
        line = raw.decode().rstrip("\r\n")
        if line == "":
            if data:
                yield event, "\n".join(data)
            event, data = "message", []
        elif not line.startswith(":"):
            name, _, value = line.partition(":")
            value = value[1:] if value.startswith(" ") else value
            if name == "event":
                event = value
            elif name == "data":
                data.append(value)
