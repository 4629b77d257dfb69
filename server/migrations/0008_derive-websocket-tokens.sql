DROP INDEX "a_websocket_token_belongs_to_one_session";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "ws_token";