-- A change of public data that operators decide on is a new revision of it, by whatever client it is made: the version of
-- every cached response names the revision, and every instance of the API hears of it.
CREATE FUNCTION public.announce_catalog() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE public.catalog SET revision = revision + 1;
  PERFORM pg_notify('slipway_head', 'catalog');
  RETURN NULL;
END
$$;

CREATE TRIGGER hidden_apps_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.hidden_apps
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_catalog();
CREATE TRIGGER programs_announced AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.programs
  FOR EACH STATEMENT EXECUTE FUNCTION public.announce_catalog();
