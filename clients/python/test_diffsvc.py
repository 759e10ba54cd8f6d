"""Tests against a running service: DIFFSVC_ORIGIN and DIFFSVC_KEY name it. The folder DIFFSVC_FILES has two DOCX."""

import json
import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from diffsvc import Client, ServiceError

ORIGIN = os.environ["DIFFSVC_ORIGIN"]
KEY = os.environ["DIFFSVC_KEY"]
FILES = os.environ["DIFFSVC_FILES"]


def read(name: str) -> bytes:
    with open(os.path.join(FILES, name), "rb") as file:
        return file.read()


class WithTheService(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(ORIGIN, KEY)
        self.pair = read("original.docx"), read("revised.docx")

    def test_compares_texts(self) -> None:
        answer = self.client.compare_text("The fee is 5.", "The fee is 6.", output=["html", "json"])
        self.assertEqual(answer["json"]["summary"]["changeCount"], 1)
        self.assertIn("<ins", answer["html"])

    def test_raises_the_code_of_a_refusal(self) -> None:
        with self.assertRaises(ServiceError) as refused:
            self.client.compare_text("a", "b", format="no such format")
        self.assertEqual((refused.exception.code, refused.exception.status), ("invalid_request", 400))

    def test_streams_a_comparison_of_files(self) -> None:
        names = [name for name, _ in self.client.stream_documents(*self.pair, format="docx")]
        self.assertEqual((names[0], names[-1]), ("accepted", "complete"))
        self.assertIn("content_complete", names)

    def test_makes_a_tracked_document_and_reads_all_changes(self) -> None:
        output = ["json", "hosted_viewer", "track_changes"]
        answer = self.client.compare_documents(*self.pair, format="docx", output=output)
        job = self.client.wait(answer["jobId"])
        self.assertEqual(job["revisions"]["insertions"], 1)
        self.assertEqual(self.client.download(answer["jobId"])[:2], b"PK")
        comparison = answer["contentDiff"]["comparisonId"]
        changes = list(self.client.changes(comparison))
        self.assertEqual(len(changes), answer["contentDiff"]["json"]["summary"]["changeCount"])
        exported = self.client.wait(self.client.export(comparison, "resolved_html", accept="all")["jobId"])
        self.assertIn(b"rent", self.client.download(exported["jobId"]))

    def test_raises_the_fault_of_a_file(self) -> None:
        with self.assertRaises(ServiceError) as refused:
            self.client.compare_documents(b"no document", self.pair[1], format="docx")
        self.assertEqual(refused.exception.code, "document_invalid")


class Busy(BaseHTTPRequestHandler):
    """Refuses the first two calls, and breaks the connection of the third."""

    calls: list = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.calls.append((self.headers["idempotency-key"], body))
        if len(self.calls) == 3:
            self.close_connection = True
            return
        busy = len(self.calls) < 3
        answer = b'{"code":"rate_limited","message":"later"}' if busy else b'{"html":"done"}'
        self.send_response(429 if busy else 200)
        self.send_header("retry-after", "0")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


class WithABusyService(unittest.TestCase):
    def test_repeats_a_call_with_the_same_key_and_bytes(self) -> None:
        server = HTTPServer(("127.0.0.1", 0), Busy)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            client = Client(f"http://127.0.0.1:{server.server_port}", "key")
            self.assertEqual(client.compare_text("a", "b"), {"html": "done"})
        finally:
            server.shutdown()
            server.server_close()
        self.assertEqual(len(Busy.calls), 4)
        self.assertEqual(len(set(Busy.calls)), 1)
        self.assertIsNotNone(Busy.calls[0][0])


class Ready(BaseHTTPRequestHandler):
    """Answers every call with its path."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        answer = json.dumps({"path": self.path}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


class WithAReadyService(unittest.TestCase):
    def setUp(self) -> None:
        self.server = HTTPServer(("127.0.0.1", 0), Ready)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def test_takes_an_address_with_the_version_or_a_slash(self) -> None:
        for end in ("", "/", "/v1", "/v1/"):
            self.assertEqual(Client(self.origin + end).compare_text("a", "b"), {"path": "/v1/diffsvc/html"})

    def test_says_that_an_idempotency_key_needs_a_key(self) -> None:
        with self.assertWarnsRegex(UserWarning, "idempotency_key has no effect without a key"):
            Client(self.origin).compare_text("a", "b", idempotency_key="contract-42-draft-7")


if __name__ == "__main__":
    unittest.main()
