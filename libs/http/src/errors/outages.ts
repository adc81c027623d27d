/** Knows which errors mean that the database cannot respond now: they become `service_unavailable`. The app binds it. */
export abstract class Outages {
  abstract isOutage(error: unknown): boolean;
}
