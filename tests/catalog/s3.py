#!/usr/bin/env python3
"""`overworld catalog --bytes s3://...`: bytes of worlds in an S3 store that checks signatures, and that fails in the ways
of stores.

Usage: s3.py COMMAND SOURCE_ROOT [NAME]    (prints TAP; NAME is the only test to run)
"""
import hashlib
import http.server
import json
import os
import subprocess
import sys
import threading
import time
import urllib.parse

import catalog
from catalog import COMMAND, expect, rows, samples_into
from s3_store import BUCKET, EMPTY, ID, REGION, SECRET, TOKEN, Store, signature

WORLDS = ("four-bit-adder.partialworld", "rom-4x8.partialworld", "moated-keep.lvd", "city-heights.city")
PLACE = f"s3://{BUCKET}/kept"


def call(store, *words, status=0, **changes):
    """Runs the command. What it prints never has a key."""
    result = subprocess.run([COMMAND, "catalog", *words], capture_output=True, timeout=60, env=store.environment(**changes))
    text = result.stderr.decode(errors="replace")
    expect(result.returncode == status, f"{words}: status {result.returncode}, not {status}: {text}")
    for key in (ID, SECRET, TOKEN):
        expect(key not in text and key.encode() not in result.stdout, f"{words}: a key is printed: {text}")
    return result


def add(store, db, saves, *words, place=PLACE, status=0, **changes):
    result = call(store, "add", "--db", db, "--bytes", place, "--json", *words, saves, status=status, **changes)
    return json.loads(result.stdout), result.stderr.decode()


def problems(store, db, *words, place=PLACE, status=0):
    told = json.loads(call(store, "verify", "--db", db, "--bytes", place, "--json", *words, status=status).stdout)
    return {one["hash"]: one["problem"] for one in told["problems"]}


def names_below(saves, prefix="kept/"):
    """What the store should have, and the bytes."""
    wanted = {}
    for name in os.listdir(saves):
        with open(os.path.join(saves, name), "rb") as file:
            data = file.read()
        found = hashlib.sha256(data).hexdigest()
        wanted[f"{prefix}{found[:2]}/{found}"] = data
    return wanted


def begin(store, folder, *words, place=PLACE):
    """A catalogue of four worlds and their bytes; returns the catalogue, the folder, and the hashes."""
    db, saves = os.path.join(folder, "c.db"), os.path.join(folder, "saves")
    samples_into(saves, *WORLDS)
    total, _ = add(store, db, saves, *words, place=place)
    expect(total["added"] == len(WORLDS) and total["unread"] == 0, total)
    with_hash = {}
    for name in WORLDS:
        with open(os.path.join(saves, name), "rb") as file:
            with_hash[name] = hashlib.sha256(file.read()).hexdigest()
    return db, saves, with_hash


def path_of(found, prefix="kept/"):
    return f"{prefix}{found[:2]}/{found}"


def signatures_are_those_of_aws(_):
    """The store's own check, held against the example in AWS's documentation."""
    headers = {"host": "examplebucket.s3.amazonaws.com", "range": "bytes=0-9", "x-amz-content-sha256": EMPTY,
               "x-amz-date": "20130524T000000Z", "authorization": "Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/"}
    found = signature("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "GET", "/test.txt", headers,
                      ["host", "range", "x-amz-content-sha256", "x-amz-date"], EMPTY)
    expect(found == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41", found)


def bytes_are_kept_once(folder):
    with Store() as store:
        db, saves, hashes = begin(store, folder)
        expect(store.objects == names_below(saves), f"{sorted(store.objects)} is kept")
        expect(store.count("PUT") == len(WORLDS), "each is put once")
        total, _ = add(store, db, saves)
        expect(total["unchanged"] == len(WORLDS), total)
        total, _ = add(store, os.path.join(folder, "other.db"), saves)
        expect(total["added"] == len(WORLDS) and store.count("PUT") == len(WORLDS), "what is there is not put again")
        expect(problems(store, db) == {}, "all is fine")
        for name in WORLDS:
            os.rename(os.path.join(saves, name), os.path.join(folder, name))
            got = call(store, "get", "--db", db, "--bytes", PLACE, hashes[name]).stdout
            expect(hashlib.sha256(got).hexdigest() == hashes[name], f"the bytes of {name}")


def what_is_missing_or_another_size_is_put_again(folder):
    with Store() as store:
        db, saves, hashes = begin(store, folder)
        wanted = dict(store.objects)
        del store.objects[path_of(hashes[WORLDS[0]])]
        total, _ = add(store, db, saves)
        expect(total["added"] == 1 and total["unchanged"] == len(WORLDS) - 1, total)
        expect(store.objects == wanted, "it is kept again")
        store.objects[path_of(hashes[WORLDS[1]])] = b"cut"
        add(store, os.path.join(folder, "other.db"), saves)
        expect(store.objects == wanted, "what has another size is put again")


def verify_tells_what_is_wrong(folder):
    with Store() as store:
        db, _, hashes = begin(store, folder)
        adder, rom, keep, _ = (hashes[name] for name in WORLDS)
        stranger = "ab" * 32
        data = store.objects[path_of(keep)]
        del store.objects[path_of(adder)]
        store.objects[path_of(rom)] = b"X" + store.objects[path_of(rom)][1:]
        store.objects[path_of(keep)] = data + b"!"
        for name in (path_of(stranger), path_of(stranger, "kept/below/"), path_of(stranger, "keptelse/"), path_of(stranger, ""),
                     f"kept/ac/{'ab' * 32}", f"kept/{stranger}", "kept/README", "kept/ab/short"):
            store.objects[name] = b"no world"
        for page, encodes in ((1000, True), (2, False), (1, True)):
            store.page, store.encodes = page, encodes
            found = problems(store, db, status=1)
            expect(found == {adder: "missing", rom: "damaged", keep: "damaged", stranger: "unknown"}, found)
        result = call(store, "get", "--db", db, "--bytes", PLACE, rom)
        expect(b"are damaged" in result.stderr and hashlib.sha256(result.stdout).hexdigest() == rom, "the file serves")


def what_is_forgotten_is_deleted(folder):
    with Store() as store:
        db, saves, hashes = begin(store, folder)
        found, other = hashes[WORLDS[0]], hashes[WORLDS[1]]
        told = call(store, "forget", "--db", db, "--bytes", PLACE, found[:8]).stdout
        expect(b"bytes removed" in told and path_of(found) not in store.objects and len(store.objects) == 3, told)
        total, _ = add(store, db, saves)
        expect(total["refused"] == 1 and path_of(found) not in store.objects, f"it stays out: {total}")
        store.keeps_versions = True
        told = call(store, "forget", "--db", db, "--bytes", PLACE, other, status=3).stderr
        expect(b"the bytes cannot be removed: the bucket keeps old versions" in told, told)
        store.keeps_versions = False
        told = call(store, "forget", "--db", db, "--bytes", PLACE, other).stdout
        expect(b"bytes removed" not in told, "the bytes were gone")


def prefixes_may_be_odd(folder):
    odd = ("", "a b", "ü/ß", "a+b&c=d%20", "~'()*!$,;:@", "\"<x>\"", "#?[]", "...", "x/", "p" * 900)
    for number, prefix in enumerate(odd):
        with Store() as store:
            place, below = f"s3://{BUCKET}/{prefix}", os.path.join(folder, str(number))
            os.mkdir(below)
            db, saves, hashes = begin(store, below, place=place)
            expect(store.objects == names_below(saves, prefix and prefix.rstrip("/") + "/"), f"{prefix}: {sorted(store.objects)}")
            store.objects[path_of("ab" * 32, prefix and prefix.rstrip("/") + "/")] = b""
            for store.encodes in (True, False):
                store.page = 2
                expect(problems(store, db, place=place, status=1) == {"ab" * 32: "unknown"}, f"{prefix} is listed")
            call(store, "forget", "--db", db, "--bytes", place, hashes[WORLDS[0]])
            expect(len(store.objects) == len(WORLDS), f"{prefix}: one is forgotten")


def a_session_has_a_token(folder):
    with Store(TOKEN) as store:
        begin(store, folder)
        told = call(store, "add", "--db", os.path.join(folder, "d.db"), "--bytes", PLACE, folder, status=3,
                    AWS_SESSION_TOKEN=None).stderr
        expect(b"403 InvalidToken; check the keys" in told, told)


def refused_keys_are_told(folder):
    saves = os.path.join(folder, "saves")
    samples_into(saves, *WORLDS)
    cases = (
        ({"AWS_SECRET_ACCESS_KEY": "wrong"}, PLACE, "403 SignatureDoesNotMatch; check the keys in the environment"),
        ({"AWS_ACCESS_KEY_ID": "WRONG"}, PLACE, "403 InvalidAccessKeyId; check the keys in the environment"),
        ({"AWS_REGION": "eu-other-2"}, PLACE, "403 AuthorizationHeaderMalformed; set AWS_REGION"),
        ({}, "s3://nowhere", "404 NoSuchBucket; make the bucket first"),
        ({"AWS_ACCESS_KEY_ID": None}, PLACE, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        ({"AWS_SECRET_ACCESS_KEY": ""}, PLACE, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
        ({"AWS_ACCESS_KEY_ID": "A\r\nB"}, PLACE, "has a line break"),
        ({"AWS_REGION": "../x"}, PLACE, "AWS_REGION is not the name of a region"),
        ({"AWS_ENDPOINT_URL": "ftp://store"}, PLACE, "AWS_ENDPOINT_URL is not an address"),
        ({"AWS_ENDPOINT_URL": "http://who:secret@store"}, PLACE, "AWS_ENDPOINT_URL is not an address"),
        ({"AWS_ENDPOINT_URL": "http://"}, PLACE, "AWS_ENDPOINT_URL is not an address"),
        ({}, "s3://", "is not an address such as s3://BUCKET"),
        ({}, "s3://a_b/../c", "a part of the prefix is empty, \".\" or \"..\""),
        ({}, "s3://worlds//c", "a part of the prefix is empty, \".\" or \"..\""),
        ({}, "s3://wor lds", "is not an address such as s3://BUCKET"),
        ({}, "s3://-worlds", "is not an address such as s3://BUCKET"),
        ({}, "s3://worlds/a\nb", "the prefix has a control character"),
        ({}, f"s3://worlds/{'p' * 901}", "the prefix is longer than 900 bytes"),
    )
    with Store() as store:
        for number, (changes, place, words) in enumerate(cases):
            db = os.path.join(folder, f"{number}.db")
            told = call(store, "add", "--db", db, "--bytes", place, saves, status=3, **changes).stderr.decode()
            expect(words in told and not os.path.exists(db), f"{changes}, {place}: {told}")
        begin(store, folder)
        db = os.path.join(folder, "c.db")
        for words in (["verify"], ["get", os.path.join(saves, WORLDS[0])], ["forget", "ab" * 32]):
            told = call(store, *words, "--db", db, "--bytes", PLACE, status=3, AWS_REGION="X").stderr
            expect(b"AWS_REGION is not" in told, told)
        told = call(store, "verify", "--db", db, "--bytes", PLACE, status=3, AWS_REGION="elsewhere").stderr
        expect(b"set AWS_REGION" in told, told)
        expect(call(store, "verify", "--db", db, "--bytes", PLACE, AWS_REGION=None, AWS_DEFAULT_REGION=REGION,
                    AWS_ENDPOINT_URL="http://127.0.0.1:1", AWS_ENDPOINT_URL_S3=f"http://127.0.0.1:{store.port}/").returncode == 0,
               "the other variables")


def some_failures_pass(folder):
    """What a store does wrong now and then is tried again."""
    def busy(request):
        request.fail(503, "SlowDown")

    def broken(request):
        request.fail(500, "InternalError")

    def silent(request):
        request.close_connection = True

    def truncated(request):
        request.send_response(200)
        request.send_header("Content-Length", "1000")
        request.end_headers()
        if request.command != "HEAD":
            request.wfile.write(b"<")
        request.close_connection = True

    for number, wrong in enumerate((busy, broken, silent, truncated)):
        below = os.path.join(folder, str(number))
        os.mkdir(below)
        with Store() as store:
            db, _, hashes = begin(store, below)
            seen = set()

            def spoil(request):
                once = (request.command, request.path)
                if once in seen:
                    return False
                seen.add(once)
                wrong(request)
                return True
            store.spoil = spoil
            total, _ = add(store, os.path.join(below, "d.db"), os.path.join(below, "saves"))
            expect(total["added"] == len(WORLDS) and total["unread"] == 0, f"{wrong.__name__}: {total}")
            seen.clear()
            expect(problems(store, db) == {}, wrong.__name__)
            seen.clear()
            os.rename(os.path.join(below, "saves"), os.path.join(below, "moved"))
            got = call(store, "get", "--db", db, "--bytes", PLACE, hashes[WORLDS[2]]).stdout
            expect(hashlib.sha256(got).hexdigest() == hashes[WORLDS[2]], wrong.__name__)


def what_cannot_be_put_is_not_kept(folder):
    """A world whose bytes are refused has no row, and comes with the next run."""
    with Store() as store:
        db, saves = os.path.join(folder, "c.db"), os.path.join(folder, "saves")
        samples_into(saves, *WORLDS)

        def spoil(request):
            if request.command != "PUT":
                return False
            request.fail(403, "AccessDenied")
            return True
        store.spoil = spoil
        total, told = add(store, db, saves, status=3)
        expect(total["added"] == 0 and total["unread"] == len(WORLDS), total)
        expect("was read, but its bytes cannot be kept: the store answers 403 AccessDenied" in told, told)
        expect(rows(db, "SELECT count(*) FROM world") == [(0,)] and store.objects == {}, "nothing claims to be kept")
        store.spoil = None
        total, _ = add(store, db, saves)
        expect(total["added"] == len(WORLDS) and problems(store, db) == {}, total)


def a_store_that_is_away_is_waited_for(folder):
    with Store() as store:
        db, saves = os.path.join(folder, "c.db"), os.path.join(folder, "saves")
        samples_into(saves, *WORLDS)
        gone = threading.Event()

        def spoil(request):
            if request.command == "PUT":
                gone.set()
            request.close_connection = gone.is_set()
            return gone.is_set()
        store.spoil = spoil

        def come_back():
            gone.wait(30)
            store.stop()
            time.sleep(1.5)
            store.spoil = None
            store.start()
        thread = threading.Thread(target=come_back)
        thread.start()
        total, told = add(store, db, saves, "--wait", "30s")
        thread.join()
        expect(total["added"] == len(WORLDS) and store.objects == names_below(saves), total)
        expect("waiting up to 30 s for the S3 store (--wait): " in told and "the S3 store is back" in told, told)
        expect(told.count("waiting") == 1, f"it is told once: {told}")


def patience_ends(folder):
    with Store() as store:
        db, saves = os.path.join(folder, "c.db"), os.path.join(folder, "saves")
        samples_into(saves, *WORLDS)
        add(store, db, saves)
        store.stop()
        begun = time.monotonic()
        told = call(store, "add", "--db", db, "--bytes", PLACE, "--wait", "1s", saves, status=3).stderr
        expect(b"waiting up to 1 s for the S3 store" in told and b"onnect" in told, told)
        told = call(store, "verify", "--db", db, "--bytes", PLACE, "--wait", "1s", status=3)
        expect(b"onnect" in told.stderr and b"missing" not in told.stdout, f"nothing is called missing: {told}")
        got = call(store, "get", "--db", db, "--bytes", PLACE, "--wait", "1s", os.path.join(saves, WORLDS[0])).stdout
        expect(len(got) > 0, "the file serves")
        expect(time.monotonic() - begun < 10, "it waits no longer")
        store.start()
        begin_files = set(os.listdir(saves))

        def spoil(request):
            if request.command == "GET" and "list-type" in request.path:
                return False
            request.close_connection = True
            return True
        store.spoil = spoil
        begun = time.monotonic()
        total, told = add(store, os.path.join(folder, "d.db"), saves, "--wait", "1s", "--jobs", "1", status=3)
        expect(total["unread"] == len(begin_files) and "the store is away" in told, told)
        expect(time.monotonic() - begun < 5, "only the first file waits")


def lists_that_lie_are_told(folder):
    lies = (
        (200, b"not XML", "the store's list cannot be read"),
        (200, b"", "the store's list cannot be read"),
        (200, b"<html></html>", "the store's list cannot be read"),
        (404, b"<html></html>", "the store's list cannot be read"),
        (200, b"<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", "the store's list cannot be read"),
        (200, b"<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>"
              b"</ListBucketResult>", "the same names again and again"),
        (200, b"<ListBucketResult>" + b" " * (17 << 20) + b"</ListBucketResult>", "the store's list cannot be read"),
        (200, b"<ListBucketResult><Key>" + b"a" * 5000 + b"</Key><IsTruncated>true</IsTruncated></ListBucketResult>",
         "the store's list cannot be read"),
        (418, b"<Error><Code>" + SECRET.encode() + b"</Code></Error>", "the store answers 418\n"),
        (301, b"<Error><Code>PermanentRedirect</Code></Error>", "301 PermanentRedirect; set AWS_REGION"),
        (403, b"<Error><Code>RequestTimeTooSkewed</Code></Error>", "403 RequestTimeTooSkewed; set the clock"),
    )
    with Store() as store:
        db, _, _ = begin(store, folder)
        for status, body, words in lies:
            store.spoil = lambda request: "list-type" in request.path and (request.answer(status, body) or True)
            told = call(store, "verify", "--db", db, "--bytes", PLACE, "--wait", "0", status=3).stderr.decode()
            expect(words in told, f"{status} {body[:60]}: {told}")


def buckets_of_aws_have_hosts(folder):
    """Without an endpoint, AWS is asked. A proxy sees for which host."""
    class Proxy(http.server.BaseHTTPRequestHandler):
        hosts = []

        def do_CONNECT(self):
            self.hosts.append(self.path)
            self.send_error(407)

        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    cases = (("s3://worlds/p", "eu-central-1", "worlds.s3.eu-central-1.amazonaws.com:443"),
             ("s3://wor.lds", "eu-central-1", "s3.eu-central-1.amazonaws.com:443"),
             ("s3://worlds", "cn-north-1", "worlds.s3.cn-north-1.amazonaws.com.cn:443"),
             ("s3://worlds", None, "worlds.s3.us-east-1.amazonaws.com:443"))
    with Store() as store:
        calls = [subprocess.Popen([COMMAND, "catalog", "add", "--db", os.path.join(folder, "c.db"), "--bytes", place,
                                   "--wait", "1s", folder], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL,
                                  env=store.environment(AWS_ENDPOINT_URL=None, AWS_REGION=region,
                                                        https_proxy=f"http://127.0.0.1:{server.server_address[1]}"))
                 for place, region, _ in cases]
        for one in calls:
            expect(one.wait(60) == 3, "nobody answers")
    server.shutdown()
    expect(set(Proxy.hosts) == {host for _, _, host in cases}, Proxy.hosts)


if __name__ == "__main__":
    sys.exit(catalog.main([signatures_are_those_of_aws, bytes_are_kept_once, what_is_missing_or_another_size_is_put_again,
                           verify_tells_what_is_wrong, what_is_forgotten_is_deleted, prefixes_may_be_odd,
                           a_session_has_a_token, refused_keys_are_told, some_failures_pass,
                           what_cannot_be_put_is_not_kept, a_store_that_is_away_is_waited_for, patience_ends,
                           lists_that_lie_are_told, buckets_of_aws_have_hosts], "S3"))
