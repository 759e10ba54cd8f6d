import { sql, type Kysely } from 'kysely';

/**
 * What several replicas need: owners of running work and their leases, names of objects, objects to delete, news for
 * the other replicas, pairings, and requests of the current minute.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database);
}

/** Undoes `up`. */
export async function down(database: Kysely<unknown>): Promise<void> {
  for (const statement of UNDONE) await sql.raw(statement).execute(database);
}

const OWNERS = [
  'alter table operations add column owner_id text',
  `create index operations_running on operations (owner_id) where state = 'running'`,
  'alter table jobs add column owner_id text',
  'create table replicas (replica_id text primary key, lease_until timestamptz not null)',
];

/** A dropped name goes to `dropped_objects` in the same transaction, whatever statement dropped it. */
const OBJECTS = [
  'alter table uploads add column file text',
  'create index uploads_by_file on uploads (file) where file is not null',
  'create table dropped_objects (name text primary key, dropped_at timestamptz not null default now())',
  `create function drop_object() returns trigger language plpgsql as $$
   declare dropped text;
   begin
     execute format('select ($1).%I', tg_argv[0]) into dropped using old;
     insert into dropped_objects (name) values (dropped) on conflict do nothing;
     return null;
   end $$`,
  ...dropTriggers('operations', 'reply_file'),
  ...dropTriggers('jobs', 'result_file'),
  ...dropTriggers('source_pages', 'file'),
  ...dropTriggers('page_previews', 'original_file'),
  ...dropTriggers('page_previews', 'revised_file'),
  ...dropTriggers('uploads', 'file'),
];

function dropTriggers(table: string, column: string): string[] {
  return [
    `create trigger ${table}_${column}_deleted after delete on ${table} for each row
     when (old.${column} is not null) execute function drop_object('${column}')`,
    `create trigger ${table}_${column}_replaced after update on ${table} for each row
     when (old.${column} is not null and old.${column} is distinct from new.${column})
     execute function drop_object('${column}')`,
  ];
}

/** News are part of the transaction that they tell of. A statement by hand tells them too. */
const NEWS = [
  `create function tell_keys_changed() returns trigger language plpgsql as $$
   begin
     perform pg_notify('diffsvc', 'keys-changed');
     return null;
   end $$`,
  `create function tell_comparison_removed() returns trigger language plpgsql as $$
   begin
     perform pg_notify('diffsvc', 'comparison-removed ' || old.subject);
     return null;
   end $$`,
  `create function tell_job() returns trigger language plpgsql as $$
   begin
     perform pg_notify('diffsvc', tg_argv[0] || ' ' || case tg_op when 'DELETE' then old.job_id else new.job_id end);
     return null;
   end $$`,
  `create trigger key_revoked after update on api_keys for each row
   when (old.revoked_at is distinct from new.revoked_at) execute function tell_keys_changed()`,
  `create trigger comparison_removed after delete on comparisons for each row
   when (old.structure_head is not null) execute function tell_comparison_removed()`,
  `create trigger job_queued after insert or update on jobs for each row
   when (new.state = 'queued') execute function tell_job('job-queued')`,
  `create trigger job_ended after update on jobs for each row
   when (old.state = 'running' and new.state in ('succeeded', 'failed')) execute function tell_job('job-ended')`,
  `create trigger job_removed after delete on jobs for each row
   when (old.state in ('queued', 'running')) execute function tell_job('job-removed')`,
];

/**
 * Claims a key and charges its units, in one round trip and one transaction. A claim locks its operation first and its
 * usage last, as every ending does, so that they never wait for each other in a circle.
 */
const CLAIM = `create function claim_operation_1(
    new_operation text, new_subject text, new_endpoint text, new_key text, new_body text, new_request text,
    new_units bigint, new_month text, new_claimed_at bigint, new_owner text, allowance bigint,
    out outcome text, out used bigint)
  language plpgsql as $$
  begin
    insert into operations (operation_id, subject, endpoint, key_hash, body_hash, request_id, state, units, month,
                            claimed_at, owner_id)
    values (new_operation, new_subject, new_endpoint, new_key, new_body, new_request, 'running', new_units, new_month,
            new_claimed_at, new_owner)
    on conflict (subject, endpoint, key_hash) where key_hash is not null do nothing;
    if not found then
      outcome := 'known';
      return;
    end if;
    outcome := 'admitted';
    if new_units > 0 then
      insert into usage as counted (subject, month, units)
      select new_subject, new_month, new_units where new_units <= allowance
      on conflict (subject, month) do update set units = counted.units + excluded.units
      where counted.units + excluded.units <= allowance
      returning counted.units into used;
      if found then return; end if;
      outcome := 'over-allowance';
      delete from operations where operation_id = new_operation;
    end if;
    select units into used from usage where subject = new_subject and month = new_month;
    used := coalesce(used, 0);
  end $$`;

const PAIRINGS = `create table pairings (
    pairing_id text primary key, extension_origin text not null, address text not null, name text not null,
    code text not null, challenge bytea not null, began_ms bigint not null, confirmed bigint not null,
    wrong_tries bigint not null)`;

/** Unlogged: the counts of a minute may be lost with the database server. */
const RATES = `create unlogged table rates (bucket text primary key, since bigint not null, requests bigint not null)`;

const STATEMENTS = [...OWNERS, ...OBJECTS, ...NEWS, CLAIM, PAIRINGS, RATES];

const UNDONE = [
  'drop table rates',
  'drop table pairings',
  'drop function claim_operation_1',
  'drop function tell_keys_changed() cascade',
  'drop function tell_comparison_removed() cascade',
  'drop function tell_job() cascade',
  'drop function drop_object() cascade',
  'drop table dropped_objects',
  'alter table uploads drop column file',
  'drop table replicas',
  'alter table jobs drop column owner_id',
  'alter table operations drop column owner_id',
];
