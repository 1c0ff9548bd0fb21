"""Tests of the client: without a service what needs none, and against the one of BURSAR_URL the rest."""

import base64
import hashlib
import hmac
import os
import threading
import unittest
from datetime import datetime, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer

from bursar import Bursar, Event, Patience, Refused, Runtime, Unanswered, WebhookRejected, bearer, signed, verify_webhook

ACCOUNT = "/restapi/accounts/{accountnumber}"


class Scripted:
    """A server that gives prepared responses in turn, and notes what it was sent. A response of None hangs up."""

    def __init__(self, *responses):
        self.requests = []
        remaining = list(responses)
        noted = self.requests

        class Handler(BaseHTTPRequestHandler):
            def respond(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                noted.append((self.command, self.path, dict(self.headers), body))
                response = remaining.pop(0)
                if response is None:
                    return
                status, headers, text = response
                self.send_response(status)
                for name, value in {"Content-Length": str(len(text.encode())), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text.encode())

            do_GET = do_POST = do_PUT = do_DELETE = respond

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.waits = []

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        runtime = Runtime(sleep=self.waits.append, random_bytes=lambda size: bytes(size))
        url = f"http://127.0.0.1:{self.server.server_port}/prefix"
        self.client = Bursar(url, bearer("t"), patience=Patience(timeout=5), runtime=runtime)
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


JSON = {"Content-Type": "application/json; charset=utf-8"}
CREATED = (201, {"Location": "https://bursar.example/restapi/things/a%2Fb", "X-Request-Id": "r1"}, "")


class Sending(unittest.TestCase):
    def test_a_change_is_sent_again_with_the_same_key(self):
        with Scripted(None, (503, {"Retry-After": "2"}, ""), (409, JSON, IN_USE), CREATED) as server:
            changed = server.client.post("/restapi/things", {"amount": Decimal("1E+3")})
        self.assertEqual(("a/b", "r1", False), (changed.id, changed.request_id, changed.is_repeat))
        self.assertEqual(1, len({headers["Idempotency-Key"] for _, _, headers, _ in server.requests}))
        self.assertEqual([b'{"amount": "1000"}'] * 4, [body for _, _, _, body in server.requests])
        self.assertEqual([0.125, 2, 0.5], server.waits)

    def test_a_wait_longer_than_the_patience_is_final(self):
        with Scripted((429, {"Retry-After": "60"}, "")) as server, self.assertRaises(Refused) as raised:
            server.client.get("/restapi/things")
        self.assertEqual((429, 60, []), (raised.exception.status, raised.exception.retry_after, server.waits))

    def test_a_removal_is_not_repeated_without_a_response(self):
        with Scripted(None) as server, self.assertRaises(Unanswered) as raised:
            server.client.delete("/restapi/things/{id}", id="1")
        self.assertIsNone(raised.exception.idempotency_key)
        self.assertEqual(1, len(server.requests))

    def test_a_change_without_a_response_names_its_key(self):
        with Scripted(None, None, None, None) as server, self.assertRaises(Unanswered) as raised:
            server.client.put("/restapi/things", {}, idempotency_key="mine")
        self.assertEqual("mine", raised.exception.idempotency_key)

    def test_a_redirected_change_is_not_followed(self):
        with Scripted((303, {"Location": "https://bursar.example/restapi/things/7"}, "")) as server:
            self.assertEqual("7", server.client.post("/restapi/things", {}).id)

    def test_a_lost_dry_run_is_an_error(self):
        with Scripted(CREATED) as server, self.assertRaises(RuntimeError):
            server.client.dry_run("POST", "/restapi/things", {})
        self.assertNotIn("Idempotency-Key", server.requests[0][2])

    def test_a_page_of_a_proxy_is_a_refusal_without_problems(self):
        with Scripted((403, {"Content-Type": "text/html"}, "<h1>No</h1>")) as server, self.assertRaises(Refused) as raised:
            server.client.get("/restapi/things")
        self.assertEqual("403 without a reason", str(raised.exception))

    def test_fractions_are_decimals(self):
        with Scripted((200, JSON, '[{"rate": 0.1, "count": 2}]')) as server:
            [record] = server.client.get("/restapi/{kind}", kind="a/ü", query={"on": "1,2", "all": True, "no": None})
        self.assertEqual((Decimal("0.1"), 2), (record["rate"], record["count"]))
        self.assertEqual("/prefix/restapi/a%2F%C3%BC?on=1%2C2&all=true", server.requests[0][1])

    def test_a_list_is_read_by_its_links(self):
        link = {**JSON, "Link": '<https://bursar.example/restapi/things?limit=1&after=x%2B>; rel="next"'}
        with Scripted((200, link, "[1]"), (200, JSON, "[2]")) as server:
            self.assertEqual([1, 2], list(server.client.each("/restapi/things", query={"limit": 1})))
        self.assertEqual("/prefix/restapi/things?limit=1&after=x%2B", server.requests[1][1])

    def test_binary_fractions_and_wrong_names_are_not_sent(self):
        client = Bursar("http://127.0.0.1:1", bearer("t"))
        for send in (
            lambda: client.post("/restapi/things", {"lots": [{"shares": 0.1}]}),
            lambda: client.get("/restapi/things", query={"above": 0.1}),
            lambda: client.get(ACCOUNT),
            lambda: client.get("/restapi/accounts", accountnumber="RA00000001"),
            lambda: client.post("/restapi/things", {"on": datetime(2026, 1, 1)}),
        ):
            self.assertRaises(TypeError, send)
        self.assertRaises(ValueError, Bursar, "bursar.example", bearer("t"))

    def test_events_continue_after_a_gap(self):
        gone = (410, JSON, '[{"type":"REQUEST","errorCode":"gone.after","field":"after"}]')
        now = (200, JSON, '{"events":[],"position":"p5"}')
        first = (200, {}, 'id: p1\ndata: {"id":"1"}\n\n: heartbeat\nid: p2\n\nid: p3\ndata: {"id"')
        second = (200, {}, 'id: p6\r\ndata: {"id":"2"}\r\n\r\n')
        calls = []
        with Scripted(first, (503, {}, ""), gone, now, second) as server:
            events = server.client.events(after="p0", types=["a", "b"], on_gone=lambda: calls.append("gone"))
            self.assertEqual([Event({"id": "1"}, "p1"), Event({"id": "2"}, "p6")], [next(events), next(events)])
        asked = [path.split("?")[1].split("&")[0] for _, path, _, _ in server.requests]
        self.assertEqual((["after=p0", "after=p2", "after=p2", "after=now", "after=p5"], ["gone"]), (asked, calls))
        with Scripted(gone) as server, self.assertRaises(Refused):
            next(server.client.events(after="p0"))

    def test_the_worked_signature(self):
        credential = signed("bk_worked-example", "a-shared-secret-for-worked-examples", member_id="harbor.lin")
        url = "https://api.example.com/bursar/restapi/accounts/RA00000001/restrictions"
        body = b'{"reason":{"code":"021"},"type":{"code":"SO"}}'
        header = credential("POST", url, body, datetime.fromisoformat("2026-03-02T10:00:00.000-05:00"))["Authorization"]
        self.assertIn("FOLIOWS_SIGNATURE=ZRYK5iRxk2kOlW5FwGOmNXDFk30%2FDPYEY770dwqwxKc%3D", header)
        self.assertIn("FOLIOWS_MEMBER_ID=harbor.lin,", header)


IN_USE = '[{"type":"REQUEST","errorCode":"idempotency.key.in.use"}]'


class Webhooks(unittest.TestCase):
    secret = f"whsec_{base64.b64encode(b'k' * 32).decode()}"
    now = datetime(2026, 3, 2, 15, tzinfo=timezone.utc)
    body = b'{"id":"7","data":{"rate":0.5}}'

    def headers(self, key=b"k" * 32):
        timestamp = str(int(self.now.timestamp()))
        mac = hmac.new(key, f"7.{timestamp}.".encode() + self.body, hashlib.sha256).digest()
        signature = f"v1,bmV3ZXI= v1,{base64.b64encode(mac).decode()}"
        return {"Webhook-Id": "7", "Webhook-Timestamp": timestamp, "Webhook-Signature": signature}

    def test_the_event_of_a_signed_request(self):
        event = verify_webhook(self.secret, self.headers(), self.body, now=self.now)
        self.assertEqual({"id": "7", "data": {"rate": Decimal("0.5")}}, event)

    def test_what_is_not_the_services(self):
        other_time = datetime(2026, 3, 2, 15, 6, tzinfo=timezone.utc)
        for headers, body, now in (
            (self.headers(b"another"), self.body, self.now),
            (self.headers(), self.body + b" ", self.now),
            (self.headers(), self.body, other_time),
            ({**self.headers(), "Webhook-Timestamp": "soon"}, self.body, self.now),
            ({**self.headers(), "Webhook-Signature": "v1,ü"}, self.body, self.now),
            ({}, self.body, self.now),
        ):
            self.assertRaises(WebhookRejected, verify_webhook, self.secret, headers, body, now=now)


@unittest.skipUnless("BURSAR_URL" in os.environ, "needs a service: BURSAR_URL, TOKEN, API_KEY, SHARED_SECRET, NOW, POSITION")
class Service(unittest.TestCase):
    """Against the sample firm, in the order of the names."""

    def setUp(self):
        self.url = os.environ["BURSAR_URL"]
        self.now = datetime.fromisoformat(os.environ["NOW"])
        self.bearer = Bursar(self.url, bearer(os.environ["TOKEN"]))

    def signing(self, secret, kind=Bursar):
        credential = signed(os.environ["API_KEY"], secret, member_id="harbor.lin")
        runtime = Runtime(now=lambda: self.now, sleep=lambda _: None)
        return kind(self.url, credential, runtime=runtime)

    def test_a_list_is_the_same_in_pages_and_whole(self):
        whole = self.bearer.get("/restapi/accounts")
        pages = self.bearer.each("/restapi/accounts", query={"limit": 3})
        number = lambda account: account["accountNumber"]
        self.assertGreater(len(whole), 3)
        self.assertEqual(sorted(map(number, whole)), sorted(map(number, pages)))

    def test_a_refusal_names_code_field_and_value(self):
        with self.assertRaises(Refused) as raised:
            self.bearer.put(ACCOUNT, {"longTermTaxRate": Decimal("101"), "nme": "x"}, accountnumber="RA00000001")
        [rate] = raised.exception.of("longTermTaxRate")
        self.assertEqual(("invalid.long.term.tax.rate", Decimal("101")), (rate.code, rate.value))
        self.assertEqual((400, 2), (raised.exception.status, len(raised.exception.problems)))
        with self.assertRaises(Refused) as raised:
            self.bearer.get(ACCOUNT, accountnumber="RZ99999999")
        self.assertEqual(403, raised.exception.status)
        with self.assertRaises(Refused) as raised:
            Bursar(self.url, bearer("nobody")).get("/restapi/accounts")
        self.assertTrue(raised.exception.has("unauthorized"))

    def test_a_signed_change_whose_response_was_lost_is_made_once(self):
        class Losing(Bursar):
            lost = 0

            def _asked(self, connection, request):
                answer = super()._asked(connection, request)
                if request.method == "PUT" and self.lost == 0:
                    self.lost += 1
                    raise ConnectionResetError("lost")
                return answer

        client = self.signing(os.environ["SHARED_SECRET"], Losing)
        changed = client.put(ACCOUNT, {"accountName": "Für später"}, accountnumber="RA00000001")
        self.assertEqual((1, True, "RA00000001"), (client.lost, changed.is_repeat, changed.id))
        self.assertEqual("Für später", client.get(ACCOUNT, accountnumber="RA00000001")["accountName"])
        with self.assertRaises(Refused) as raised:
            self.signing("another").get(ACCOUNT, accountnumber="RA00000001")
        self.assertEqual(401, raised.exception.status)

    def test_a_change_of_a_record_that_somebody_else_changed(self):
        read = self.bearer.call("GET", ACCOUNT, accountnumber="RA00000002")
        would = self.bearer.dry_run("PUT", ACCOUNT, {"accountName": "Tried"}, accountnumber="RA00000002")
        self.assertEqual("Tried", would["record"]["accountName"])
        self.bearer.put(ACCOUNT, {"accountName": "First"}, accountnumber="RA00000002", if_match=read.etag)
        with self.assertRaises(Refused) as raised:
            self.bearer.put(ACCOUNT, {"accountName": "Second"}, accountnumber="RA00000002", if_match=read.etag)
        self.assertEqual(412, raised.exception.status)

    def test_events_are_followed_across_a_connection_that_breaks(self):
        class Breaking(Bursar):
            connections = 0

            def _stream(self, query):
                self.connections += 1
                for position, data in super()._stream(query):
                    yield position, data
                    if data is not None:
                        raise Unanswered(ConnectionResetError("cut"), None)

        runtime = Runtime(sleep=lambda _: None)
        client = Breaking(self.url, bearer(os.environ["TOKEN"]), runtime=runtime)
        events = client.events(after=os.environ["POSITION"], subject="RA00000003")
        requests = [next(events).event["requestId"] for _ in range(2)]
        self.assertEqual((os.environ["EVENTS"].split(","), 2), (requests, client.connections))


if __name__ == "__main__":
    unittest.main()
