-- When operators last changed public data: the token list's timestamp follows its major version.
SET LOCAL lock_timeout = 500;
ALTER TABLE public.catalog ADD COLUMN changed_at TIMESTAMPTZ(3);
UPDATE public.catalog SET changed_at = (SELECT max(hidden_at) FROM public.hidden_apps);

CREATE FUNCTION public.date_catalog() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := now();
  RETURN NEW;
END
$$;

CREATE TRIGGER catalog_dated BEFORE UPDATE ON public.catalog
  FOR EACH ROW EXECUTE FUNCTION public.date_catalog();
