import { sql, type Kysely } from 'kysely';

/** News of reviews, for the windows that another replica serves. They are part of the transaction that they tell of. */
const NEWS = [
  `create function tell_review() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       perform pg_notify('diffsvc', 'review-deleted ' || old.review_id || ' ' || old.subject);
     else
       perform pg_notify('diffsvc', 'review-changed ' || new.review_id || ' ' || old.revision || ' ' || new.revision
                                    || ' ' || new.subject);
     end if;
     return null;
   end $$`,
  `create trigger review_changed after update on reviews for each row
   when (old.revision <> new.revision) execute function tell_review()`,
  `create trigger review_deleted after delete on reviews for each row execute function tell_review()`,
];

/** Creates the triggers. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of NEWS) await sql.raw(statement).execute(database);
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  await sql`drop function tell_review() cascade`.execute(database);
}
