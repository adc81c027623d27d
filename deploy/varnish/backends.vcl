# Where the API is: one `backend` a process, or one for a load balancer (a Kubernetes Service) in front of them.
# Varnish asks for a name once, when this file is loaded, and the name may have one address only.

probe ready {
  .url = "/health/ready";
  .interval = 1s;
  .timeout = 2s;
  # Two of three: a process that drains gets no request two seconds later, and drains for five.
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

backend api {
  .host = "api";
  .port = "3000";
  .probe = ready;
  .connect_timeout = 1s;
  # Longer than any statement or call of the API may take.
  .first_byte_timeout = 15s;
  .between_bytes_timeout = 15s;
}

sub vcl_init {
  # In turn: streams, and what is not stored.
  new apis = directors.round_robin();
  apis.add_backend(api);
  # By address: one process makes each response that is stored.
  new shards = directors.shard();
  shards.add_backend(api);
  shards.reconfigure();
}
