# A shared cache in front of the API, for Varnish 7: docs/operate/shared-cache.md. The API runs with SHARED_CACHE=on and
# TRUST_PROXY=1. TLS ends before Varnish.
vcl 4.1;

import std;
import directors;

include "backends.vcl";

sub vcl_recv {
  set req.backend_hint = apis.backend();
  if (req.restarts == 0) {
    unset req.http.X-Last-Try;
  }
  if (req.method == "GET" && req.url ~ "^/v1/stream(\?|$)") {
    return (pipe);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # What says who asks, or which block is the least, gets a response of its own.
  if (req.http.Authorization || req.http.X-Api-Key || req.http.X-Min-Block) {
    return (pass);
  }
  # Never stored: asked for at once, not one after another.
  if (req.url ~ "^/(v1/auth|v1/portfolio|health|mcp)(/|\?|$)") {
    return (pass);
  }
  # To what does not name CSV the API sends JSON: one stored response for all of it (`Vary: Accept`).
  if (req.http.Accept !~ "(?i)\btext/(csv|\*)") {
    unset req.http.Accept;
  }
  # The API has no cookies.
  unset req.http.Cookie;
  # While an API is ready, at most two seconds longer than it says: the first client after that waits for the new response.
  # Without one, as long as `stale-if-error` says, below.
  if (req.restarts == 0 && std.healthy(req.backend_hint)) {
    set req.grace = 2s;
  } else {
    set req.grace = 300s;
  }
  # Always the same process for an address while it is ready. The second try goes to another one.
  set req.backend_hint = shards.backend(by=URL, alt=req.restarts, healthy=ALL);
  return (hash);
}

# No response depends on the host, nor on anything but the address and its query, whose order counts, and what `Vary` names.
sub vcl_hash {
  hash_data(req.url);
  return (lookup);
}

sub vcl_pipe {
  set bereq.http.Connection = "close";
  return (pipe);
}

sub vcl_backend_response {
  # No cache keeps a failure, and stored responses stay. The second try gets the API's own words.
  if (beresp.status >= 500 && !bereq.uncacheable && !bereq.http.X-Last-Try) {
    return (abandon);
  }
  if (beresp.http.Cache-Control ~ "(?i)\b(private|no-store)\b") {
    set beresp.uncacheable = true;
  } else {
    # Of the client that happened to be first; a cache after this one may store it too.
    unset beresp.http.RateLimit;
    unset beresp.http.RateLimit-Policy;
    unset beresp.http.X-Request-Id;
    unset beresp.http.Set-Cookie;
  }
  if (beresp.uncacheable || bereq.uncacheable || beresp.http.Cache-Control !~ "(?i)\bpublic\b") {
    set beresp.uncacheable = true;
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    # So long nothing waits for another client's request to the same address. An error's is short: the next may be stored.
    if (beresp.status >= 400) {
      set beresp.ttl = 1s;
    } else {
      set beresp.ttl = 120s;
    }
    return (deliver);
  }
  # The time to live is that of `s-maxage` or `max-age`, which Varnish reads.
  if (beresp.http.Cache-Control ~ "stale-if-error") {
    set beresp.grace = 300s;
  } else {
    set beresp.grace = 0s;
  }
  return (deliver);
}

sub vcl_backend_error {
  # Another client may be served what is stored: see vcl_synth.
  if (!bereq.uncacheable && !bereq.http.X-Last-Try) {
    return (abandon);
  }
  set beresp.status = 503;
  set beresp.http.Content-Type = "application/json; charset=utf-8";
  set beresp.http.Cache-Control = "private, no-store";
  set beresp.http.Access-Control-Allow-Origin = "*";
  set beresp.http.Retry-After = "1";
  set beresp.ttl = 0s;
  set beresp.uncacheable = true;
  synthetic({"{"error":{"code":"service_unavailable","message":"The service cannot be reached.","details":{}}}"});
  return (deliver);
}

sub vcl_synth {
  # A request that was abandoned begins once more, and takes what is stored although it is old.
  if (resp.status == 503 && req.restarts == 0) {
    set req.http.X-Last-Try = "1";
    return (restart);
  }
  set resp.http.Content-Type = "application/json; charset=utf-8";
  set resp.http.Cache-Control = "private, no-store";
  set resp.http.Access-Control-Allow-Origin = "*";
  synthetic({"{"error":{"code":"service_unavailable","message":"The service cannot be reached.","details":{}}}"});
  return (deliver);
}

sub vcl_deliver {
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  if (obj.uncacheable) {
    set resp.http.X-Cache = "pass";
  } elsif (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
