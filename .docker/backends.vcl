# The replicas of docker-compose.yml. A container that was made anew may have another address: restart the cache then.

probe ready {
  .url = "/health/ready";
  .interval = 1s;
  .timeout = 2s;
  # Two of three: a process that drains gets no request two seconds later, and drains for five.
  .window = 3;
  .threshold = 2;
  .initial = 2;
}

backend api1 {
  .host = "slipway-api-1";
  .port = "3000";
  .probe = ready;
  .connect_timeout = 1s;
  # Longer than any statement or call of the API may take.
  .first_byte_timeout = 15s;
  .between_bytes_timeout = 15s;
}

backend api2 {
  .host = "slipway-api-2";
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
  apis.add_backend(api1);
  apis.add_backend(api2);
  # By address: one process makes each response that is stored.
  new shards = directors.shard();
  shards.add_backend(api1);
  shards.add_backend(api2);
  shards.reconfigure();
}
