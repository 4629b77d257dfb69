-- Names and pictures that only the linked account has become the user's own; what the user has stays.
UPDATE "users"
SET "name" = CASE WHEN coalesce("users"."name", '') !~ '\S' AND "linked"."name" ~ '\S' THEN "linked"."name" ELSE "users"."name" END,
    "picture" = CASE WHEN coalesce("users"."picture", '') !~ '\S' AND "linked"."picture" ~ '\S' THEN "linked"."picture" ELSE "users"."picture" END
FROM "idpa_identities" AS "linked"
WHERE "linked"."user_id" = "users"."id"
  AND (coalesce("users"."name", '') !~ '\S' OR coalesce("users"."picture", '') !~ '\S');
