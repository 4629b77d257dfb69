-- Texts as every search compares them: foldText of contracts/src/fold-text.ts, letter for letter.
CREATE FUNCTION "fold_text"(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE folded text;
BEGIN
	IF octet_length(given) = length(given) THEN RETURN lower(given); END IF;
	folded := lower(regexp_replace(normalize(given, NFKD), '[\u00ad\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u093c\u0a3c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]|(?<![\u0418\u0438])\u0306', '', 'g'));
	folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
	folded := translate(folded, U&'\03c2\03f2\0131\00f8\0142\0111\00f0\0127\0167\06a9\06cc\0649\0629\0671\06c1\06be\06c3\05da\05dd\05df\05e3\05e5\1c80\1c81\1c82\1c83\1c84\1c85\1c86\1c87\1c88\2018\2019\201a\201b\02bb\02bc\05f3\2032\201c\201d\201e\201f\05f4\2033\00ab\00bb\2010\2011\2012\2013\2014\2015\2212\05be\066c\066b',
		U&'\03c3\03c3iolddht\0643\064a\064a\0647\0627\0647\0647\0647\05db\05de\05e0\05e4\05e6\0432\0434\043e\0441\0442\0442\044a\0463\a64b''''''''''''''''""""""""--------,.');
	IF folded ~ '[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u17e0-\u17e9\u1810-\u1819]' THEN
		folded := translate(folded, U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9\07c0\07c1\07c2\07c3\07c4\07c5\07c6\07c7\07c8\07c9\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f\09e6\09e7\09e8\09e9\09ea\09eb\09ec\09ed\09ee\09ef\0a66\0a67\0a68\0a69\0a6a\0a6b\0a6c\0a6d\0a6e\0a6f\0ae6\0ae7\0ae8\0ae9\0aea\0aeb\0aec\0aed\0aee\0aef\0b66\0b67\0b68\0b69\0b6a\0b6b\0b6c\0b6d\0b6e\0b6f\0be6\0be7\0be8\0be9\0bea\0beb\0bec\0bed\0bee\0bef\0c66\0c67\0c68\0c69\0c6a\0c6b\0c6c\0c6d\0c6e\0c6f\0ce6\0ce7\0ce8\0ce9\0cea\0ceb\0cec\0ced\0cee\0cef\0d66\0d67\0d68\0d69\0d6a\0d6b\0d6c\0d6d\0d6e\0d6f\0e50\0e51\0e52\0e53\0e54\0e55\0e56\0e57\0e58\0e59\0ed0\0ed1\0ed2\0ed3\0ed4\0ed5\0ed6\0ed7\0ed8\0ed9\0f20\0f21\0f22\0f23\0f24\0f25\0f26\0f27\0f28\0f29\1040\1041\1042\1043\1044\1045\1046\1047\1048\1049\17e0\17e1\17e2\17e3\17e4\17e5\17e6\17e7\17e8\17e9\1810\1811\1812\1813\1814\1815\1816\1817\1818\1819',
			'012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789');
	END IF;
	RETURN normalize(folded, NFC);
END
$$;--> statement-breakpoint
CREATE TABLE "texts_to_fold" (
	"table_name" text PRIMARY KEY NOT NULL,
	"position" text[]
);
--> statement-breakpoint
-- None of these rewrites a table. Rows that are here already are folded later, a few at a time.
ALTER TABLE "contact_channels" ALTER COLUMN "searched" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "contact_channels" ALTER COLUMN "searched" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "searched" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "contacts" ALTER COLUMN "searched" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "folded_title" text;--> statement-breakpoint
ALTER TABLE "storage_entries" ADD COLUMN "folded_name" text;--> statement-breakpoint
ALTER TABLE "storage_documents" ADD COLUMN "is_slow" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_by_their_folded_title" ON "conversations" USING gin ("organization_id","folded_title" gin_trgm_ops) WHERE "conversations"."folded_title" is not null and "conversations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "entries_by_letters_of_their_folded_name" ON "storage_entries" USING gin ("organization_id","folded_name" gin_trgm_ops) WHERE "storage_entries"."folded_name" is not null;--> statement-breakpoint
CREATE FUNCTION "fold_message_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."text" := fold_text(NEW."text");
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "message_texts_are_folded" BEFORE INSERT OR UPDATE OF "text" ON "message_texts"
	FOR EACH ROW EXECUTE FUNCTION "fold_message_text"();--> statement-breakpoint
CREATE FUNCTION "fold_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."searched" := fold_text(coalesce(NEW."first_name", '') || ' ' || coalesce(NEW."last_name", '') || ' '
		|| coalesce(NEW."email", '') || ' ' || coalesce(NEW."phone", ''));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "contacts_are_folded" BEFORE INSERT OR UPDATE OF "first_name", "last_name", "email", "phone" ON "contacts"
	FOR EACH ROW EXECUTE FUNCTION "fold_contact"();--> statement-breakpoint
CREATE FUNCTION "fold_contact_channel"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."searched" := fold_text(NEW."external_id" || ' ' || NEW."auto_name");
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "contact_channels_are_folded" BEFORE INSERT OR UPDATE OF "external_id", "auto_name" ON "contact_channels"
	FOR EACH ROW EXECUTE FUNCTION "fold_contact_channel"();--> statement-breakpoint
CREATE FUNCTION "fold_title"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."folded_title" := nullif(fold_text(NEW."title"), lower(NEW."title"));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "titles_are_folded" BEFORE INSERT OR UPDATE OF "title" ON "conversations"
	FOR EACH ROW EXECUTE FUNCTION "fold_title"();--> statement-breakpoint
CREATE FUNCTION "fold_entry_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."folded_name" := nullif(fold_text(NEW."name"), lower(NEW."name"));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "entry_names_are_folded" BEFORE INSERT OR UPDATE OF "name" ON "storage_entries"
	FOR EACH ROW EXECUTE FUNCTION "fold_entry_name"();--> statement-breakpoint
-- Folds older rows of one table that has them; true where there may be more. It waits for no row that someone else writes, because
-- that could be a deadlock: such a batch is left to the next call.
CREATE FUNCTION "fold_stored_texts"(rows_at_once integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE target "texts_to_fold"; at text[]; last_key text[];
BEGIN
	SELECT * INTO target FROM "texts_to_fold" ORDER BY "table_name" LIMIT 1 FOR UPDATE SKIP LOCKED;
	IF NOT FOUND THEN RETURN false; END IF;
	at := coalesce(target."position", array_fill('00000000-0000-0000-0000-000000000000'::text, ARRAY[3]));
	IF target."table_name" = 'message_texts' THEN
		WITH looked AS MATERIALIZED (SELECT * FROM "message_texts" WHERE ("organization_id", "contact_channel_id", "message_id") > (at[1]::uuid, at[2]::uuid, at[3]::uuid) ORDER BY "organization_id", "contact_channel_id", "message_id" LIMIT rows_at_once),
		stale AS MATERIALIZED (SELECT t."organization_id", t."contact_channel_id", t."message_id" FROM "message_texts" t JOIN looked USING ("organization_id", "contact_channel_id", "message_id")
			WHERE t."text" <> fold_text(t."text")
			FOR NO KEY UPDATE OF t NOWAIT),
		folded AS (UPDATE "message_texts" t SET "text" = fold_text(t."text") FROM stale WHERE t."organization_id" = stale."organization_id" AND t."contact_channel_id" = stale."contact_channel_id" AND t."message_id" = stale."message_id")
		SELECT ARRAY["organization_id"::text, "contact_channel_id"::text, "message_id"::text] INTO last_key FROM looked ORDER BY "organization_id" DESC, "contact_channel_id" DESC, "message_id" DESC LIMIT 1;
	ELSIF target."table_name" = 'contacts' THEN
		WITH looked AS MATERIALIZED (SELECT * FROM "contacts" WHERE "id" > at[1]::uuid ORDER BY "id" LIMIT rows_at_once),
		stale AS MATERIALIZED (SELECT t."id" FROM "contacts" t JOIN looked USING ("id")
			WHERE t."searched" <> fold_text(t."searched")
			FOR NO KEY UPDATE OF t NOWAIT),
		folded AS (UPDATE "contacts" t SET "searched" = fold_text(t."searched") FROM stale WHERE t."id" = stale."id")
		SELECT ARRAY["id"::text] INTO last_key FROM looked ORDER BY "id" DESC LIMIT 1;
	ELSIF target."table_name" = 'contact_channels' THEN
		WITH looked AS MATERIALIZED (SELECT * FROM "contact_channels" WHERE "id" > at[1]::uuid ORDER BY "id" LIMIT rows_at_once),
		stale AS MATERIALIZED (SELECT t."id" FROM "contact_channels" t JOIN looked USING ("id")
			WHERE t."searched" <> fold_text(t."searched")
			FOR NO KEY UPDATE OF t NOWAIT),
		folded AS (UPDATE "contact_channels" t SET "searched" = fold_text(t."searched") FROM stale WHERE t."id" = stale."id")
		SELECT ARRAY["id"::text] INTO last_key FROM looked ORDER BY "id" DESC LIMIT 1;
	ELSIF target."table_name" = 'conversations' THEN
		WITH looked AS MATERIALIZED (SELECT * FROM "conversations" WHERE "id" > at[1]::uuid ORDER BY "id" LIMIT rows_at_once),
		stale AS MATERIALIZED (SELECT t."id" FROM "conversations" t JOIN looked USING ("id")
			WHERE t."title" IS NOT NULL AND t."folded_title" IS NULL AND fold_text(t."title") <> lower(t."title")
			FOR NO KEY UPDATE OF t NOWAIT),
		folded AS (UPDATE "conversations" t SET "folded_title" = fold_text(t."title") FROM stale WHERE t."id" = stale."id")
		SELECT ARRAY["id"::text] INTO last_key FROM looked ORDER BY "id" DESC LIMIT 1;
	ELSIF target."table_name" = 'storage_entries' THEN
		WITH looked AS MATERIALIZED (SELECT * FROM "storage_entries" WHERE ("organization_id", "id") > (at[1]::uuid, at[2]::uuid) ORDER BY "organization_id", "id" LIMIT rows_at_once),
		stale AS MATERIALIZED (SELECT t."organization_id", t."id" FROM "storage_entries" t JOIN looked USING ("organization_id", "id")
			WHERE t."folded_name" IS NULL AND fold_text(t."name") <> lower(t."name")
			FOR NO KEY UPDATE OF t NOWAIT),
		folded AS (UPDATE "storage_entries" t SET "folded_name" = fold_text(t."name") FROM stale WHERE t."organization_id" = stale."organization_id" AND t."id" = stale."id")
		SELECT ARRAY["organization_id"::text, "id"::text] INTO last_key FROM looked ORDER BY "organization_id" DESC, "id" DESC LIMIT 1;
	END IF;
	IF last_key IS NULL THEN
		DELETE FROM "texts_to_fold" WHERE "table_name" = target."table_name";
	ELSE
		UPDATE "texts_to_fold" SET "position" = last_key WHERE "table_name" = target."table_name";
	END IF;
	RETURN true;
EXCEPTION WHEN lock_not_available THEN
	RETURN false;
END
$$;--> statement-breakpoint
INSERT INTO "texts_to_fold" ("table_name") VALUES ('message_texts'), ('contacts'), ('contact_channels'), ('conversations'), ('storage_entries');
