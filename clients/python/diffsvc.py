"""A client of diffsvc in one file, over the standard library of Python 3.9 or later.

    from diffsvc import Client

    client = Client(key="...")
    answer = client.compare_text("The fee is 5.", "The fee is 6.", output=["html", "json"])
    print(answer["json"]["summary"]["changeCount"])

Requests and answers are dictionaries with the names of the HTTP API (docs/http.md). A refusal raises `ServiceError`.
The client repeats a call that is refused for lack of room or whose connection breaks. The service does its work once.
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
import warnings
from typing import Any, Iterator, Optional, Tuple, Union

DEFAULT_ORIGIN = "http://127.0.0.1:4870"

# The maximum number of attempts of one call, the first included. The longest wait that the service may ask for, in
# seconds.
MOST_ATTEMPTS = 5
LONGEST_WAIT = 120.0
# A running operation is asked for again until the deadline of the service, 60 seconds, has certainly passed.
MOST_POLLS = 60
# The service holds the question for a job this many seconds; it allows 50.
LONGEST_POLL = 30


class Upload(str):
    """The id of an uploaded file or text. It stands for its content in every comparison."""


Text = Union[str, Upload]
File = Union[bytes, Upload]


class ServiceError(Exception):
    """The service refused. `code` is one of the error table, such as `rate_limited`; `status` is the HTTP status."""

    def __init__(self, code: str, message: str, status: int, details: Optional[dict] = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.details = details or {}


class Client:
    """Calls one service. `key` is an API key (`diffsvc keys create`); without it the caller is anonymous.

    `origin` may end in `/v1` or a slash.
    """

    def __init__(self, origin: str = DEFAULT_ORIGIN, key: Optional[str] = None, timeout: float = 90.0) -> None:
        origin = origin.rstrip("/")
        # The paths of calls begin with the version.
        self._origin = origin[: -len("/v1")] if origin.endswith("/v1") else origin
        self._key = key
        self._timeout = timeout

    def compare_text(
        self, original: Text, revised: Text, *, idempotency_key: Optional[str] = None, **options: Any
    ) -> dict:
        """Compares two texts. Options: `format`, `mode`, `output`, `include`, `complexity` and others of the API.

        A program that may be restarted names its own `idempotency_key`: the same call is then charged once. It has no
        effect for an anonymous caller, and a Python warning says so.
        """
        if idempotency_key is not None and self._key is None:
            warnings.warn("idempotency_key has no effect without a key: the same call may be charged again", stacklevel=2)
        body = {"original": _text(original), "revised": _text(revised), **options}
        return self._json("POST", "/v1/diffsvc/html", body, idempotency_key)

    def stream_text(self, original: Text, revised: Text, **options: Any) -> Iterator[Tuple[str, dict]]:
        """Compares two texts and yields the events of the stream as (name, data), each as soon as it is there."""
        body = {"original": _text(original), "revised": _text(revised), "stream": True, **options}
        return self._stream("/v1/diffsvc/html", body)

    def upload(self, content: bytes, filename: str, content_type: str) -> Upload:
        """Sends a file or text that is too large for a request. Returns what stands for it in a comparison."""
        announced = {"filename": filename, "contentType": content_type, "sizeBytes": len(content)}
        answer = self._json("POST", "/v1/diffsvc/uploads", announced)
        address = urllib.parse.urlsplit(answer["uploadUrl"])
        path = urllib.parse.urlunsplit(("", "", address.path, address.query, ""))
        with self._open("PUT", path, content, content_type=content_type):
            return Upload(answer["uploadId"])

    def compare_documents(self, original: File, revised: File, **options: Any) -> dict:
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

    def stream_documents(self, original: File, revised: File, **options: Any) -> Iterator[Tuple[str, dict]]:
        """Compares two files and yields the events of the stream as (name, data), each as soon as it is there."""
        return self._stream("/v1/diffsvc/documents", {"original": _file(original), "revised": _file(revised), **options})

    def comparisons(self, limit: int = 20, cursor: Optional[str] = None) -> dict:
        """Your comparisons, newest first. `nextCursor` of the answer leads to the next page."""
        query = {"limit": limit, **({"cursor": cursor} if cursor else {})}
        return self._json("GET", f"/v1/diffsvc/comparisons?{urllib.parse.urlencode(query)}")

    def comparison(self, comparison_id: str, token: Optional[str] = None) -> dict:
        """A stored comparison with its redline. Without a token, the key must be of the account that made it."""
        query = f"?{urllib.parse.urlencode({'token': token})}" if token else ""
        return self._json("GET", _comparison(comparison_id) + query)

    def delete(self, comparison_id: str) -> None:
        """Deletes a comparison and all links to it."""
        self._open("DELETE", _comparison(comparison_id)).close()

    def share(self, comparison_id: str, **options: Any) -> dict:
        """Makes a further link to a comparison. Options: `hostedViewerTtl`, `embedOrigin`."""
        return self._json("POST", f"{_comparison(comparison_id)}/shares", options)

    def changes(self, comparison_id: str, token: Optional[str] = None) -> Iterator[dict]:
        """All changes of a stored comparison, page by page."""
        offset: Optional[int] = 0
        path = f"{_comparison(comparison_id)}/changes"
        while offset is not None:
            query = {"offset": offset, **({"token": token} if token else {})}
            page = self._json("GET", f"{path}?{urllib.parse.urlencode(query)}")
            yield from page["changes"]
            offset = page.get("nextOffset")

    def export(self, comparison_id: str, type: str, **decisions: Any) -> dict:
        """Orders a file, such as `track_changes_docx`, `resolved_docx`, `redline_pdf` or `report_pdf`.

        `accept` and `reject` are lists of change ids, or `"all"`. Both ends of a move must be decided alike. One end
        alone raises `ServiceError` with the code `invalid_request`, whose message names the other one.
        """
        return self._json("POST", f"{_comparison(comparison_id)}/exports", {"type": type, **decisions})

    def wait(self, job_id: str, timeout: float = 120.0) -> dict:
        """Waits until a job has ended. Raises `ServiceError` with its fault, or `TimeoutError`."""
        deadline = time.monotonic() + timeout
        while True:
            left = deadline - time.monotonic()
            # The service answers when the job has ended, or after this many seconds.
            seconds = max(0, min(LONGEST_POLL, int(left)))
            job = self._json("GET", f"/v1/diffsvc/jobs/{urllib.parse.quote(job_id)}?wait={seconds}")
            if job["status"] == "succeeded":
                return job
            if job["status"] in ("failed", "expired"):
                error = job.get("error", {"code": "not_found", "message": "The file has expired."})
                raise ServiceError(error["code"], error["message"], 200)
            if left <= 0:
                raise TimeoutError(f"the job {job_id} has not ended after {timeout} seconds")

    def jobs(self) -> list:
        """Your jobs, newest first."""
        return self._json("GET", "/v1/diffsvc/jobs")["jobs"]

    def cancel(self, job_id: str) -> None:
        """Cancels a job, or deletes the file of a finished one."""
        self._open("DELETE", f"/v1/diffsvc/jobs/{urllib.parse.quote(job_id)}").close()

    def download(self, job_id: str) -> bytes:
        """The file of a finished job."""
        with self._open("GET", f"/v1/diffsvc/jobs/{urllib.parse.quote(job_id)}/result") as response:
            return response.read()

    def usage(self) -> dict:
        """Units used, and those that the plan allows."""
        return self._json("GET", "/v1/diffsvc/usage")

    def _json(self, method: str, path: str, body: Optional[dict] = None, key: Optional[str] = None) -> dict:
        with self._open(method, path, body, key=key) as response:
            return json.load(response)

    def _stream(self, path: str, body: dict) -> Iterator[Tuple[str, dict]]:
        with self._open("POST", path, body, accept="text/event-stream") as response:
            complete = False
            for event, text in _events(response):
                data = json.loads(text)
                if event == "error":
                    raise ServiceError(data["code"], data["message"], 200)
                complete = complete or event == "complete"
                yield event, data
            if not complete:
                raise ServiceError("incomplete_stream", "The stream ended without its last event.", 200)

    def _open(
        self,
        method: str,
        path: str,
        body: Union[None, bytes, dict] = None,
        *,
        accept: str = "application/json",
        content_type: str = "application/json",
        key: Optional[str] = None,
    ) -> http.client.HTTPResponse:
        """The answer to a call that succeeded. Repeats it as the service allows, with the same key and bytes."""
        headers = {"accept": accept}
        if body is not None:
            headers["content-type"] = content_type
        # An upload has its token in its address.
        if self._key is not None and method != "PUT":
            headers["authorization"] = f"Bearer {self._key}"
            if isinstance(body, dict):
                headers["idempotency-key"] = key or uuid.uuid4().hex
        # A call that only reads, or that has a key, may be sent twice.
        repeatable = method == "GET" or "idempotency-key" in headers
        data = json.dumps(body).encode() if isinstance(body, dict) else body
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


def _comparison(comparison_id: str) -> str:
    return f"/v1/diffsvc/comparisons/{urllib.parse.quote(comparison_id)}"


def _text(content: Text) -> Union[str, dict]:
    return {"uploadId": str(content)} if isinstance(content, Upload) else content


def _file(content: File) -> dict:
    if isinstance(content, Upload):
        return {"uploadId": str(content)}
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
