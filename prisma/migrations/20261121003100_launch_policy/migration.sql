-- CreateTable
CREATE TABLE "public"."reserved_words" (
    "kind" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "skeleton" TEXT COLLATE "C" NOT NULL,
    "word" TEXT NOT NULL,
    "reserved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reserved_words_pkey" PRIMARY KEY ("kind","key")
);

-- CreateTable
CREATE TABLE "public"."blocked_creators" (
    "creator" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT NOT NULL,
    "blocked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocked_creators_pkey" PRIMARY KEY ("creator")
);

-- CreateTable
CREATE TABLE "public"."launch_policy" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "max_per_creator_per_24h" INTEGER NOT NULL DEFAULT 5,

    CONSTRAINT "launch_policy_pkey" PRIMARY KEY ("id")
);

ALTER TABLE public.reserved_words ADD CONSTRAINT reserved_words_kind_check CHECK (kind IN ('name', 'symbol'));
ALTER TABLE public.launch_policy ADD CONSTRAINT launch_policy_one_row CHECK (id);
ALTER TABLE public.launch_policy ADD CONSTRAINT launch_policy_max_check
  CHECK (max_per_creator_per_24h BETWEEN 1 AND 1000000);

INSERT INTO public.launch_policy DEFAULT VALUES;

-- The platform's own names, and the symbols of major coins. Keys and skeletons are those of libs/names; a test compares.
INSERT INTO public.reserved_words (kind, word, key, skeleton) VALUES
  ('name', 'SLIP', 'slip', 'SLlP'),
  ('name', 'Slipway', 'slipway', 'Slipway'),
  ('name', 'Slipway Labs', 'slipway labs', 'Slipway Labs'),
  ('name', 'Slipway Token', 'slipway token', 'Slipway Token'),
  ('symbol', 'AAVE', 'AAVE', 'AAVE'),
  ('symbol', 'ADA', 'ADA', 'ADA'),
  ('symbol', 'ALGO', 'ALGO', 'ALGO'),
  ('symbol', 'APT', 'APT', 'APT'),
  ('symbol', 'ARB', 'ARB', 'ARB'),
  ('symbol', 'ATOM', 'ATOM', 'ATOM'),
  ('symbol', 'AVAX', 'AVAX', 'AVAX'),
  ('symbol', 'BCH', 'BCH', 'BCH'),
  ('symbol', 'BNB', 'BNB', 'BNB'),
  ('symbol', 'BTC', 'BTC', 'BTC'),
  ('symbol', 'BUSD', 'BUSD', 'BUSD'),
  ('symbol', 'CRO', 'CRO', 'CRO'),
  ('symbol', 'DAI', 'DAl', 'DAl'),
  ('symbol', 'DOGE', 'DOGE', 'DOGE'),
  ('symbol', 'DOT', 'DOT', 'DOT'),
  ('symbol', 'ETC', 'ETC', 'ETC'),
  ('symbol', 'ETH', 'ETH', 'ETH'),
  ('symbol', 'EURC', 'EURC', 'EURC'),
  ('symbol', 'FIL', 'FlL', 'FlL'),
  ('symbol', 'HBAR', 'HBAR', 'HBAR'),
  ('symbol', 'ICP', 'lCP', 'lCP'),
  ('symbol', 'LDO', 'LDO', 'LDO'),
  ('symbol', 'LINK', 'LlNK', 'LlNK'),
  ('symbol', 'LTC', 'LTC', 'LTC'),
  ('symbol', 'MATIC', 'MATlC', 'MATlC'),
  ('symbol', 'MKR', 'MKR', 'MKR'),
  ('symbol', 'NEAR', 'NEAR', 'NEAR'),
  ('symbol', 'OKB', 'OKB', 'OKB'),
  ('symbol', 'OP', 'OP', 'OP'),
  ('symbol', 'PEPE', 'PEPE', 'PEPE'),
  ('symbol', 'POL', 'POL', 'POL'),
  ('symbol', 'PYUSD', 'PYUSD', 'PYUSD'),
  ('symbol', 'SHIB', 'SHlB', 'SHlB'),
  ('symbol', 'SLIP', 'SLlP', 'SLlP'),
  ('symbol', 'SOL', 'SOL', 'SOL'),
  ('symbol', 'STETH', 'STETH', 'STETH'),
  ('symbol', 'SUI', 'SUl', 'SUl'),
  ('symbol', 'TON', 'TON', 'TON'),
  ('symbol', 'TRX', 'TRX', 'TRX'),
  ('symbol', 'TUSD', 'TUSD', 'TUSD'),
  ('symbol', 'UNI', 'UNl', 'UNl'),
  ('symbol', 'USDC', 'USDC', 'USDC'),
  ('symbol', 'USDE', 'USDE', 'USDE'),
  ('symbol', 'USDT', 'USDT', 'USDT'),
  ('symbol', 'VET', 'VET', 'VET'),
  ('symbol', 'WBTC', 'WBTC', 'WBTC'),
  ('symbol', 'WETH', 'WETH', 'WETH'),
  ('symbol', 'WSTETH', 'WSTETH', 'WSTETH'),
  ('symbol', 'XLM', 'XLM', 'XLM'),
  ('symbol', 'XMR', 'XMR', 'XMR'),
  ('symbol', 'XRP', 'XRP', 'XRP'),
  ('symbol', 'XTZ', 'XTZ', 'XTZ');

GRANT SELECT ON public.reserved_words, public.blocked_creators, public.launch_policy TO slipway_api;
GRANT SELECT, INSERT, DELETE ON public.reserved_words TO slipway_ops;
GRANT SELECT, INSERT, UPDATE, DELETE ON public.blocked_creators TO slipway_ops;
GRANT SELECT, UPDATE ON public.launch_policy TO slipway_ops;
