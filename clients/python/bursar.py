"""A client of Bursar's interface in one file: Python 3.9 or later, and nothing but its standard library.

    bursar = Bursar("http://127.0.0.1:8080", bearer(token))
    account = bursar.get("/restapi/accounts/{accountnumber}", accountnumber="RA00000001")

Each change is made once, however often it has to be sent. Refusals are exceptions that name the fields. Amounts are text
on the wire: `Decimal(account["longTermTaxRate"])`. A `Decimal` in a body is sent as text, and a `float` is not sent at all.
"""

import base64
import email.utils
import hashlib
import hmac
import http.client
import json
import re
import secrets
import ssl
import time
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

__all__ = [
    "Bursar", "Changed", "Event", "Patience", "Problem", "Refused", "Response", "Runtime", "Unanswered",
    "WebhookRejected", "bearer", "signed", "verify_webhook",
]


# What goes wrong


class Problem(NamedTuple):
    """One problem of a request."""

    type: str
    """`SYNTAX`, `VALIDATION_FIELD`, `VALIDATION_RULE`, `UNSUPPORTED` or `REQUEST`."""
    code: Optional[str]
    """The code, as docs/errors.md of the service lists it; a `SYNTAX` problem has none."""
    field: Optional[str]
    """The path of the field in the body, or the name of the parameter or header."""
    value: Any
    """What was sent in the field, where it can be found in the body, the query or the path."""
    message: Optional[str]


class Refused(Exception):
    """The service rejected the request, and nothing has changed. A 5xx of a proxy is raised in the same way."""

    def __init__(self, status: int, problems: List[Problem], request_id: Optional[str], retry_after: Optional[float]):
        self.status = status
        self.problems = problems
        """Every problem of the request, in the service's order; empty if a proxy responded."""
        self.request_id = request_id
        """The id to give the operator with a question."""
        self.retry_after = retry_after
        """How long the service asks to wait, in seconds."""
        texts = [": ".join(part for part in (p.field, p.message or p.code) if part) for p in problems]
        request = f" (request {request_id})" if request_id else ""
        super().__init__(f"{status} {'; '.join(texts) or 'without a reason'}{request}")

    def has(self, code: str) -> bool:
        """Whether a problem has the code."""
        return any(problem.code == code for problem in self.problems)

    def of(self, name: str) -> List[Problem]:
        """The problems of a field and of the fields below it: `reason` also has those of `reason.code`."""
        below = (f"{name}.", f"{name}[")
        return [p for p in self.problems if p.field is not None and (p.field == name or p.field.startswith(below))]


class Unanswered(Exception):
    """No response came, after as many attempts as were safe. A change may or may not have been made: send it again with
    `idempotency_key`, and it is made once."""

    def __init__(self, cause: Exception, idempotency_key: Optional[str]):
        super().__init__(f"no response came: {cause}")
        self.idempotency_key = idempotency_key


# Credentials

Credential = Callable[[str, str, bytes, datetime], Mapping[str, str]]
"""Makes the headers of a request from its method, its whole address as sent, its body and the time, which has an offset."""


def bearer(token: str) -> Credential:
    """A bearer token, as `bursar keys create` shows it."""
    return lambda method, url, body, at: {"Authorization": f"Bearer {token}"}


def signed(
    api_key: str, shared_secret: str, *, member_id: Optional[str] = None, selected_member_id: Optional[str] = None
) -> Credential:
    """Signs each request, so that the secret is never sent (docs/signing.md of the service). `member_id` is the login id
    of the member who is logged in, `selected_member_id` that of the client acted for."""

    def headers(method: str, url: str, body: bytes, at: datetime) -> Mapping[str, str]:
        timestamp = at.isoformat(timespec="milliseconds")
        # MD5 only because the scheme has it: the HMAC is what protects the request.
        text = "\n".join((method, url, timestamp, hashlib.new("md5", body, usedforsecurity=False).hexdigest()))
        mac = hmac.new(shared_secret.encode(), text.encode(), hashlib.sha256).digest()
        elements = {
            "FOLIOWS_API_KEY": api_key,
            "FOLIOWS_MEMBER_ID": member_id,
            "FOLIOWS_SELECTED_MEMBER_ID": selected_member_id,
            "FOLIOWS_SIGNATURE": base64.b64encode(mac).decode(),
            "FOLIOWS_TIMESTAMP": timestamp,
        }
        parts = [f"{name}={quote(value, safe='')}" for name, value in elements.items() if value is not None]
        return {"Authorization": f"FOLIOWS {','.join(parts)}"}

    return headers


# Sending


@dataclass(frozen=True)
class Patience:
    """How often and how long a request is tried; times in seconds."""

    attempts: int = 4
    """The most attempts, the first included."""
    first_wait: float = 0.25
    """The wait before the second attempt; each further wait is twice as long."""
    longest_wait: float = 10
    """The longest wait. A refusal that asks for a longer one is final."""
    timeout: float = 60
    """The longest silence of a connection."""


@dataclass(frozen=True)
class Runtime:
    """What a client needs of its process; tests give their own."""

    now: Callable[[], datetime] = lambda: datetime.now(timezone.utc)
    sleep: Callable[[float], None] = time.sleep
    random_bytes: Callable[[int], bytes] = secrets.token_bytes
    tls: Optional[ssl.SSLContext] = None
    """How certificates are checked; by default against the authorities that the system trusts."""


@dataclass(frozen=True)
class Response:
    """A success."""

    status: int
    headers: Mapping[str, str]
    """By name in lower case."""
    body: Any
    """JSON with its fractions as `Decimal`, or text, or bytes; `None` if there is none."""

    @property
    def etag(self) -> Optional[str]:
        """Sent as `if_match`, it has a change rejected with 412 if somebody else was first."""
        return self.headers.get("etag")


@dataclass(frozen=True)
class Changed:
    """A change that was made."""

    location: str
    """The absolute address of what was created, changed or removed."""
    id: str
    """The last part of the address: the id of what was created."""
    body: Any
    request_id: str
    """What the audit log and events call the request."""
    is_repeat: bool
    """Whether an earlier attempt with the same key had made the change."""


@dataclass(frozen=True)
class _Request:
    method: str
    target: str
    """The path and query, as sent."""
    body: bytes
    headers: Dict[str, str] = field(default_factory=dict)
    sent: Mapping[str, Any] = field(default_factory=dict)
    """The values by name, to tell which one a problem is about."""

    @property
    def is_dry_run(self) -> bool:
        return self.headers.get("X-Dry-Run") == "true"


_PASSING = {502, 503, 504}
"""Statuses of proxies, and of a service that stops."""

_SILENCE = 45
"""Seconds without anything, not even a heartbeat, after which a stream is taken for broken."""


class Event(NamedTuple):
    """An event, and the position of the feed after it."""

    event: Dict[str, Any]
    position: str
    """Keep it once the work for the event is done, and give it as `after` to continue from there."""


class Bursar:
    """Every request of the contract by its path; each raises `Refused` or `Unanswered` unless it succeeds.

    `url` is the service's public address, with its path prefix if it has one. The names in a path's braces are given as
    keywords and are percent-encoded. A client may be shared by threads: it keeps no connection.
    """

    def __init__(
        self,
        url: str,
        credential: Credential,
        *,
        patience: Patience = Patience(),
        runtime: Runtime = Runtime(),
    ):
        self._base = urlsplit(url.rstrip("/"))
        if self._base.scheme not in ("http", "https") or not self._base.hostname:
            raise ValueError(f"{url!r} is not an address; give one such as https://bursar.example")
        self._credential = credential
        self._patience = patience
        self._runtime = runtime

    def get(self, path: str, /, *, query: Optional[Mapping[str, Any]] = None, **parameters: Any) -> Any:
        """Reads a record or a list."""
        return self.call("GET", path, query=query, **parameters).body

    def each(self, path: str, /, *, query: Optional[Mapping[str, Any]] = None, **parameters: Any) -> Iterator[Any]:
        """The items of a list; its pages are read as they are needed."""
        following: Optional[Mapping[str, Any]] = query or {}
        while following is not None:
            page = self.call("GET", path, query=following, **parameters)
            yield from page.body
            link = re.search(r'<([^>]*)>;\s*rel="next"', page.headers.get("link", ""))
            # Only its query: the service may know itself by another address than the one at which it is reached.
            following = {**(query or {}), **dict(parse_qsl(urlsplit(link[1]).query))} if link else None

    def ask(self, path: str, /, body: Any, **options: Any) -> Any:
        """Asks what is too large for an address, by a POST that changes nothing."""
        return self.call("POST", path, body=body, **options).body

    def post(self, path: str, /, body: Any, **options: Any) -> Changed:
        """Creates. The options are those of `call`."""
        return _changed(self.call("POST", path, body=body, **options))

    def put(self, path: str, /, body: Any, **options: Any) -> Changed:
        """Changes."""
        return _changed(self.call("PUT", path, body=body, **options))

    def delete(self, path: str, /, **options: Any) -> Changed:
        """Removes."""
        return _changed(self.call("DELETE", path, **options))

    def dry_run(self, method: str, path: str, /, body: Any = None, **options: Any) -> Dict[str, Any]:
        """What a change would do: its location, the record as it would be, and its events. Nothing is stored. Raises
        RuntimeError if the service did not take the request for a dry run."""
        headers = {**options.pop("headers", {}), "X-Dry-Run": "true"}
        response = self.call(method, path, body=body, headers=headers, **options)
        if response.headers.get("x-dry-run") != "true":
            raise RuntimeError("The service took a dry run for a change: something on the way removes X-Dry-Run.")
        return response.body

    def call(
        self,
        method: str,
        path: str,
        /,
        *,
        body: Any = None,
        query: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        **parameters: Any,
    ) -> Response:
        """Sends any request of the contract. A body that is bytes is sent as it is, with the `Content-Type` of `headers`;
        any other is sent as JSON. A POST or PUT without a key gets a random one."""
        encoded, own = _encoded(body)
        given = {**own, **(headers or {})}
        if if_match is not None:
            given["If-Match"] = if_match
        if method in ("POST", "PUT") and given.get("X-Dry-Run") != "true":
            key = idempotency_key or self._runtime.random_bytes(16).hex()
            given.setdefault("Idempotency-Key", key)
        sent = {**(query or {}), **parameters, **(body if isinstance(body, dict) else {})}
        target = f"{self._base.path}{_filled(path, parameters)}{_query(query)}"
        return self._tried(_Request(method, target, encoded, given, sent))

    def events(
        self,
        *,
        after: str = "now",
        types: Iterable[str] = (),
        subject: Optional[str] = None,
        on_gone: Optional[Callable[[], None]] = None,
    ) -> Iterator[Event]:
        """Follows events until the loop is left; a connection that ends is made again.

        `after` is a position; `now`, or `oldest` for all that is stored. If the position has left the feed, `on_gone` is
        called, which reads what is needed from the records; without it the loop ends with the `Refused` of status 410.
        """
        position = self._position_now() if after == "now" else None if after == "oldest" else after
        failures = 0
        while True:
            query = {"after": position, "types": ",".join(types) or None, "subject": subject}
            try:
                for position, data in self._stream(query):
                    failures = 0
                    if data is not None:
                        yield Event(json.loads(data, parse_float=Decimal), position)
            except Refused as refused:
                if refused.status == 410 and on_gone is not None:
                    # First the position: what happens while the records are read is not missed.
                    position = self._position_now()
                    on_gone()
                    continue
                if refused.status != 429 and refused.status < 500:
                    raise
            except Unanswered:
                pass
            failures += 1
            self._runtime.sleep(self._spread(min(self._patience.first_wait * 2**failures, 30)))

    def _position_now(self) -> str:
        return self.get("/restapi/events", query={"after": "now"})["position"]

    def _stream(self, query: Mapping[str, Any]) -> Iterator[Tuple[str, Optional[str]]]:
        """The positions of one connection, each with the text of its event if there is one."""
        target = f"{self._base.path}/restapi/events{_query(query)}"
        request = _Request("GET", target, b"", {"Accept": "text/event-stream"}, query)
        connection = self._connection(_SILENCE)
        try:
            answer = self._asked(connection, request)
            if answer.status != 200:
                raise self._refusal(request, answer, answer.read())
            fields: Dict[str, str] = {}
            for line in iter(answer.readline, b""):
                text = line.decode().rstrip("\r\n")
                if text:
                    name, _, value = text.partition(":")
                    fields[name] = value[1:] if value.startswith(" ") else value
                    continue
                if "id" in fields:
                    yield fields["id"], fields.get("data")
                fields = {}
        except (OSError, http.client.HTTPException) as cause:
            raise Unanswered(cause, None) from cause
        finally:
            connection.close()

    def _tried(self, request: _Request) -> Response:
        attempt = 1
        while True:
            try:
                return self._sent(request)
            except (Refused, Unanswered) as failure:
                wait = self._wait(attempt, failure)
                is_last = attempt >= self._patience.attempts or not _may_repeat(request, failure)
                if is_last or wait > self._patience.longest_wait:
                    raise
            self._runtime.sleep(wait)
            attempt += 1

    def _sent(self, request: _Request) -> Response:
        connection = self._connection(self._patience.timeout)
        try:
            answer = self._asked(connection, request)
            body = answer.read()
        except (OSError, http.client.HTTPException) as cause:
            raise Unanswered(cause, request.headers.get("Idempotency-Key")) from cause
        finally:
            connection.close()
        # A change may lead to where its result is read.
        if answer.status == 303:
            return Response(303, _lowered(answer), None)
        if answer.status >= 300:
            raise self._refusal(request, answer, body)
        return Response(answer.status, _lowered(answer), _decoded(answer.getheader("Content-Type", ""), body))

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        host, port = self._base.hostname or "", self._base.port
        if self._base.scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=timeout)
        tls = self._runtime.tls or ssl.create_default_context()
        return http.client.HTTPSConnection(host, port, timeout=timeout, context=tls)

    def _asked(self, connection: http.client.HTTPConnection, request: _Request) -> http.client.HTTPResponse:
        # Signed anew at each attempt: a signature of a change is accepted once.
        url = f"{self._base.scheme}://{self._base.netloc}{request.target}"
        own = self._credential(request.method, url, request.body, self._runtime.now())
        # Texts are sent as UTF-8, each byte of which http.client takes for a character.
        headers = {name: text.encode().decode("latin-1") for name, text in {**request.headers, **own}.items()}
        connection.request(request.method, request.target, request.body or None, headers)
        return connection.getresponse()

    def _refusal(self, request: _Request, answer: http.client.HTTPResponse, body: bytes) -> Refused:
        try:
            listed = json.loads(body, parse_float=Decimal)
        except ValueError:
            listed = []  # a proxy's page
        problems = [
            Problem(
                item.get("type", ""),
                item.get("errorCode"),
                item.get("field"),
                _value_at(request.sent, item.get("field")),
                item.get("message"),
            )
            for item in (listed if isinstance(listed, list) else [])
            if isinstance(item, dict)
        ]
        wait = _retry_after(answer.getheader("Retry-After"), self._runtime.now())
        return Refused(answer.status, problems, answer.getheader("X-Request-Id"), wait)

    def _wait(self, attempt: int, failure: Exception) -> float:
        """Grows with each attempt, and is at least what the service asks for."""
        longest = self._patience.longest_wait
        grown = min(self._patience.first_wait * 2 ** (attempt - 1), longest)
        asked = failure.retry_after if isinstance(failure, Refused) else None
        if asked is None:
            return self._spread(grown)
        return asked + min(grown, max(0.0, longest - asked)) * self._runtime.random_bytes(1)[0] / 256

    def _spread(self, wait: float) -> float:
        """Between half of a wait and the whole of it, so that callers do not all return together."""
        return wait * (256 + self._runtime.random_bytes(1)[0]) / 512


def _may_repeat(request: _Request, failure: Exception) -> bool:
    """Whether another attempt cannot change anything twice. A read changes nothing; a POST or PUT has its key. A DELETE
    has none: it is repeated only if the service turned it away before it looked at it."""
    if isinstance(failure, Refused) and failure.status == 429:
        return True
    if request.method == "DELETE" and not request.is_dry_run:
        return False
    if isinstance(failure, Refused):
        return failure.status in _PASSING or failure.has("idempotency.key.in.use")
    return True


def _changed(response: Response) -> Changed:
    location = response.headers.get("location", "")
    return Changed(
        location,
        unquote(location.rsplit("/", 1)[-1]),
        response.body,
        response.headers.get("x-request-id", ""),
        response.headers.get("idempotency-replayed") == "true",
    )


def _filled(path: str, parameters: Mapping[str, Any]) -> str:
    names = re.findall(r"{([^}]*)}", path)
    if sorted(names) != sorted(parameters):
        raise TypeError(f"{path} takes {', '.join(names) or 'no names'}; given: {', '.join(parameters) or 'none'}")
    return re.sub(r"{([^}]*)}", lambda found: quote(str(parameters[found[1]]), safe=""), path)


def _query(query: Optional[Mapping[str, Any]]) -> str:
    given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urlencode(given, quote_via=quote)}" if given else ""


def _encoded(body: Any) -> Tuple[bytes, Dict[str, str]]:
    if body is None:
        return b"", {}
    if isinstance(body, (bytes, bytearray)):
        return bytes(body), {}
    _refuse_floats(body)
    text = json.dumps(body, default=_text, ensure_ascii=False, allow_nan=False)
    return text.encode(), {"Content-Type": "application/json"}


def _text(value: Any) -> str:
    if isinstance(value, float):
        raise TypeError(f"{value!r} is a binary fraction; give an amount as Decimal or text")
    if isinstance(value, Decimal):
        return format(value, "f")  # without an exponent
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    raise TypeError(f"{value!r} has no form on the wire; give text, a whole number, Decimal, a list or a dict")


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        _text(value)
    elif isinstance(value, dict):
        for each in value.values():
            _refuse_floats(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            _refuse_floats(each)


def _decoded(content_type: str, body: bytes) -> Any:
    if not body:
        return None
    if content_type.startswith("application/json"):
        return json.loads(body, parse_float=Decimal)
    return body.decode() if content_type.startswith("text/") else body


def _lowered(answer: http.client.HTTPResponse) -> Mapping[str, str]:
    return {name.lower(): value for name, value in answer.getheaders()}


def _value_at(sent: Mapping[str, Any], path: Optional[str]) -> Any:
    """What was sent at a path such as `primaryBeneficiaries[0].share`; None if there is nothing."""
    value: Any = sent
    for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", path or "-"):
        if name and isinstance(value, dict) and name in value:
            value = value[name]
        elif index and isinstance(value, (list, tuple)) and int(index) < len(value):
            value = value[int(index)]
        else:
            return None
    return value


def _retry_after(header: Optional[str], now: datetime) -> Optional[float]:
    """`Retry-After` in seconds: a number, or the date that a proxy may send."""
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, (email.utils.parsedate_to_datetime(header) - now).total_seconds())
    except (TypeError, ValueError):
        return None


# Webhooks


class WebhookRejected(Exception):
    """A request to a receiver is not one of the service's; respond with 400."""


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes, *, now: Optional[datetime] = None, tolerance: float = 300
) -> Dict[str, Any]:
    """The event in a request to your receiver. `body` is the bytes as they were received, `secret` the webhook's as it
    was shown (`whsec_…`), `tolerance` how many seconds its time may differ from yours.

    Raises `WebhookRejected` if the signature, the time or a header is wrong. An event may come more than once: its `id`
    is then the same.
    """
    given = {name.lower(): value for name, value in headers.items()}
    ident, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not ident or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookRejected("webhook-id and webhook-timestamp are required")
    at = (now or datetime.now(timezone.utc)).timestamp()
    if abs(at - int(timestamp)) > tolerance:
        raise WebhookRejected("webhook-timestamp is too old or too new")
    key = base64.b64decode(secret[len("whsec_"):] if secret.startswith("whsec_") else secret)
    expected = base64.b64encode(hmac.new(key, f"{ident}.{timestamp}.".encode() + body, hashlib.sha256).digest())
    # Two secrets sign for a day after a rotation.
    for version, _, signature in (part.partition(",") for part in given.get("webhook-signature", "").split()):
        if version == "v1" and hmac.compare_digest(signature.encode(), expected):
            return json.loads(body, parse_float=Decimal)
    raise WebhookRejected("no webhook-signature is of this secret")
