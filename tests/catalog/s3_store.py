"""A small S3 store for tests. It checks signatures as AWS describes them, independently of the library that signs, and
answers as badly as a test wants.

https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
"""
import hashlib
import hmac
import http.server
import threading
import urllib.parse
from xml.sax.saxutils import escape

ID, SECRET, TOKEN = "AKIATESTSONLY", "secret/of+the=tests", "token/of+the=tests"
BUCKET, REGION = "worlds", "eu-test-1"
EMPTY = hashlib.sha256(b"").hexdigest()


def encode(text, safe=""):
    return urllib.parse.quote(text, safe=safe + "-._~")


def signature(secret, method, target, headers, signed, payload_hash):
    """The signature of a request. `headers` has names in lower case; `signed` is the list of those that count."""
    path, _, query = target.partition("?")
    pairs = [part.partition("=")[::2] for part in query.split("&") if part]
    pairs = sorted((encode(urllib.parse.unquote(name)), encode(urllib.parse.unquote(value))) for name, value in pairs)
    request = "\n".join([method, encode(urllib.parse.unquote(path), "/"), "&".join("=".join(pair) for pair in pairs),
                         *(f"{name}:{' '.join(headers[name].split())}" for name in signed), "", ";".join(signed),
                         payload_hash])
    day, region = headers["x-amz-date"][:8], headers["authorization"].split("/")[2]
    scope = f"{day}/{region}/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hashlib.sha256(request.encode()).hexdigest()])
    key = b"AWS4" + secret.encode()
    for part in (*scope.split("/"), text):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key.hex()


class Store:
    """Objects by name, the requests that came, and `spoil`: a function of a request that may answer in place of the
    store and then returns True."""

    def __init__(self, token=None):
        self.objects, self.log, self.spoil, self.token = {}, [], None, token
        self.page, self.encodes, self.keeps_versions = 1000, True, False
        self.lock = threading.Lock()
        self.port = 0
        self.server = None
        self.start()

    def start(self):
        store = self

        class Request(Handler):
            pass
        Request.store = store
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Request)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def count(self, method):
        with self.lock:
            return sum(one == method for one, _ in self.log)

    def environment(self, **changes):
        values = {"PATH": "/usr/bin:/bin", "AWS_ACCESS_KEY_ID": ID, "AWS_SECRET_ACCESS_KEY": SECRET, "AWS_REGION": REGION,
                  "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}", "AWS_SESSION_TOKEN": self.token, **changes}
        return {name: value for name, value in values.items() if value is not None}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # headers and body are two writes
    store = None

    def log_message(self, *_):
        pass

    def handle(self):
        try:
            super().handle()
        except ConnectionError:
            pass  # the command did not read to the end

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def fail(self, status, code, detail=""):
        self.answer(status, f'<?xml version="1.0"?>\n<Error><Code>{code}</Code><Message>{detail}</Message>'
                            f"<AWSAccessKeyId>{ID}</AWSAccessKeyId></Error>".encode())

    def refusal(self, body):
        """The code of an error in the signature, or None."""
        headers = {name.lower(): value for name, value in self.headers.items()}
        words = headers.get("authorization", "").replace(",", " ").split()
        given = dict(word.partition("=")[::2] for word in words if "=" in word)
        if words[:1] != ["AWS4-HMAC-SHA256"] or not given.get("Credential", "").startswith(f"{ID}/"):
            return "InvalidAccessKeyId"
        if given["Credential"].split("/")[2] != REGION:
            return "AuthorizationHeaderMalformed"
        signed = given["SignedHeaders"].split(";")
        if not {"host", *(name for name in headers if name.startswith("x-amz-"))} <= set(signed):
            return "AccessDenied"
        if headers.get("x-amz-content-sha256") != hashlib.sha256(body).hexdigest():
            return "XAmzContentSHA256Mismatch"
        if self.store.token and headers.get("x-amz-security-token") != self.store.token:
            return "InvalidToken"
        wanted = signature(SECRET, self.command, self.path, headers, signed, headers["x-amz-content-sha256"])
        return None if given["Signature"] == wanted else "SignatureDoesNotMatch"

    def serve(self):
        store = self.store
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path, _, query = self.path.partition("?")
        bucket, _, name = urllib.parse.unquote(path)[1:].partition("/")
        with store.lock:
            store.log.append((self.command, name))
        if store.spoil and store.spoil(self):
            return
        refusal = self.refusal(body)
        if refusal:
            self.fail(403, refusal, f"the keys are {ID} and {SECRET}")
        elif bucket != BUCKET:
            self.fail(404, "NoSuchBucket")
        elif self.command == "GET" and not name:
            self.list(dict(urllib.parse.parse_qsl(query, keep_blank_values=True)))
        else:
            self.serve_object(name, body)

    do_GET = do_HEAD = do_PUT = do_DELETE = serve

    def serve_object(self, name, body):
        store = self.store
        with store.lock:
            there = store.objects.get(name)
            if self.command == "PUT":
                store.objects[name] = body
            elif self.command == "DELETE":
                store.objects.pop(name, None)
        if self.command == "PUT":
            self.answer(200)
        elif self.command == "DELETE":
            self.answer(204, **({"x_amz_delete_marker": "true"} if store.keeps_versions else {}))
        elif there is None:
            self.fail(404, "NoSuchKey")
        else:
            self.answer(200, there)

    def list(self, given):
        store = self.store
        most = min(int(given["max-keys"]), store.page)
        after = given.get("continuation-token", "")
        with store.lock:
            names = sorted(name for name in store.objects if name.startswith(given["prefix"]) and name > after)
        shown = names[:most]
        text = "".join(f"<Contents><Key>{urllib.parse.quote_plus(name, safe='/') if store.encodes else escape(name)}</Key>"
                       "<Size>1</Size></Contents>" for name in shown)
        more = len(names) > most
        token = f"<NextContinuationToken>{escape(shown[-1])}</NextContinuationToken>" if more else ""
        self.answer(200, f'<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>{str(more).lower()}'
                         f"</IsTruncated>{token}{text}</ListBucketResult>".encode())
