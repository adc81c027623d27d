-- A history looks up every position and price: nothing asks any more on which days they rested.
-- DropIndex
DROP INDEX chain.reserves_lone_idx;

-- AlterTable
ALTER TABLE "chain"."positions" DROP COLUMN "changed_on";

-- AlterTable
ALTER TABLE "chain"."reserves" DROP COLUMN "is_lone";

-- DropTable
DROP TABLE "chain"."position_days";
