// Fills a database with the users, logs, messages and subscriptions of a large service.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../server/foundation/db/pool.ts'

export interface DataSize {
  users: number
  logs: number
  messages: number
}

/** Every tenth user has an email account, a phone and messages; every fifth has had a subscription. */
export async function fillDatabase(
  db: Db,
  { users, logs, messages }: DataSize,
  now: Date,
  progress: (text: string) => void,
): Promise<void> {
  const steps: [string, RawBuilder<unknown>][] = [
    ['users', usersOf(users, now)],
    ['sessions', sessionsOf(users, now)],
    ['email accounts', mailboxesOf(users, now)],
    ['phones', phonesOf(users, now)],
    ['logs', logsOf(logs, users, now)],
    ['messages', messagesOf(messages, users, now)],
    ['deliveries', deliveriesOf(messages, now)],
    ['subscriptions', subscriptionsOf(users, now)],
    ['API keys', keysOf(users, now)],
  ]
  for (const [name, step] of steps) {
    const began = performance.now()
    await step.execute(db)
    progress(`${name}: ${Math.round((performance.now() - began) / 1000)} s`)
  }
  await sql`vacuum analyze`.execute(db)
}

/** A valid UUID of version 8 (RFC 9562 §5.8). */
const id = (kind: string, n: string) => sql.raw(`overlay(overlay(md5('${kind}' || ${n}) placing '8' from 13) placing '8' from 17)::uuid`)
/** `n` rows, evenly over the last `days`, the first the oldest. */
const evenly = (now: Date, days: number, rows: number) =>
  sql`${now}::timestamptz - interval '1 day' * (${days}::float8 * (1 - n::float8 / ${rows}::float8))`

const usersOf = (users: number, now: Date) => sql`
  insert into users (id, email, email_confirmed_at, phone, user_metadata, banned_until, last_sign_in_at, created_at, updated_at)
  select ${id('user', 'n')}, 'user' || n || '@' || (array['example.com', 'mail.example', 'post.example'])[1 + n % 3],
    case when n % 50 = 0 then null else at end,
    case when n % 20 = 0 then '1555' || lpad(n::text, 8, '0') end,
    jsonb_build_object('name', (array['Ada', 'Ben', 'Chen', 'Dina', 'Emre', 'Fatima', 'Grace', 'Hana'])[1 + n % 8] || ' ' || n),
    case when n % 1000 = 0 then at + interval '1000 days' end,
    case when n % 4 = 0 then null else at + interval '1 hour' end, at, at
  from (select n, ${evenly(now, 700, users)} as at from generate_series(1, ${users}::int) n) rows`

const sessionsOf = (users: number, now: Date) => sql`
  insert into sessions (id, user_id, aal, amr, user_agent, ip, created_at, refreshed_at)
  select ${id('session', 'n')}, ${id('user', 'n * 5')}, 'aal1', '[]', 'Firefox', '192.0.2.' || n % 250, ${now}, ${now}
  from generate_series(1, ${Math.floor(users / 5)}::int) n`

const mailboxesOf = (users: number, now: Date) => sql`
  insert into mailboxes (user_id, id, kind, address, provider, state, reason, down_since, last_alive_at, created_at)
  select ${id('user', 'n * 10')}, ${id('mailbox', 'n * 10')}, 'imap', 'user' || n * 10 || '@example.com', (array['gmail', 'outlook', 'fastmail'])[1 + n % 3],
    case when n % 100 = 0 then 'needs_you' when n % 80 = 0 then 'waiting' else 'live' end,
    case when n % 100 = 0 then 'wrong_password' when n % 80 = 0 then 'unreachable' end,
    case when n % 100 = 0 or n % 80 = 0 then ${now}::timestamptz - interval '1 minute' * n end, ${now}, ${evenly(now, 600, Math.floor(users / 10))}
  from generate_series(1, ${Math.floor(users / 10)}::int) n`

const phonesOf = (users: number, now: Date) => sql`
  insert into destinations (user_id, id, name, wa_id, state, created_at)
  select ${id('user', 'n * 10')}, ${id('phone', 'n * 10')}, 'Phone', '1555' || lpad(n::text, 8, '0'), 'linked', ${now}
  from generate_series(1, ${Math.floor(users / 10)}::int) n`

const logsOf = (logs: number, users: number, now: Date) => sql`
  insert into activity_logs (id, user_id, action, resource_type, resource_id, status, details, email, ip_address, user_agent, actor_id, source, is_sealed, created_at)
  select ${id('log', 'n')}, case when n % 7 = 0 then null else ${id('user', `(1 + n % ${users})`)} end,
    case when n % 97 = 0 then 'admin.user.suspended' when n % 7 = 0 then 'failed_login_attempt' when n % 501 = 0 then 'suspicious_activity'
      when n % 3 = 0 then 'login_success' else 'auth.login' end,
    case when n % 97 = 0 then 'user' when n % 3 = 0 or n % 7 = 0 or n % 501 = 0 then 'security' else 'auth' end, null,
    case when n % 7 = 0 then 'warning' else 'success' end, '{}', case when n % 7 = 0 then 'user' || n % 5000 || '@example.com' end,
    '198.51.' || n % 200 || '.' || n % 250, 'Firefox', case when n % 97 = 0 then ${id('user', '(n % 5)')} end, 'server', true, ${evenly(now, 90, logs)}
  from generate_series(1, ${logs}::int) n`

/** Messages of the users with an email account, one in a hundred of them busy. */
const messagesOf = (messages: number, users: number, now: Date) => sql`
  insert into messages (user_id, id, mailbox_id, source_key, content_hash, size_bytes, arrived_at, dated_at)
  select ${id('user', 'owner')}, ${id('message', 'n')}, ${id('mailbox', 'owner')}, n::text, decode(md5(n::text), 'hex'), 2000 + n % 50000, at, at
  from (
    select n, 10 * (1 + (n::bigint * 7919) % ${Math.floor(users / 10)}::int) as owner, ${evenly(now, 30, messages)} as at
    from generate_series(1, ${messages}::int) n
  ) rows`

const deliveriesOf = (messages: number, now: Date) => sql`
  insert into deliveries (user_id, id, message_id, destination_id, state, reason, due_at, wait_until, attempts, created_at, accepted_at, delivered_at, failed_at, updated_at)
  select m.user_id, ${id('delivery', 'm.source_key')}, m.id, d.id,
    case when k % 200 = 0 then 'failed' when k % 997 = 0 then 'held' when k % 1999 = 0 then 'queued' else 'delivered' end,
    case when k % 200 = 0 then (array['131026', '131047', '470', 'phone_blocked'])[1 + (k / 200) % 4] when k % 997 = 0 then 'quiet' end,
    case when k % 1999 = 0 then ${now}::timestamptz end, case when k % 997 = 0 then ${now}::timestamptz + interval '1 hour' end, 1, m.arrived_at,
    m.arrived_at + interval '2 seconds', case when k % 200 > 0 and k % 997 > 0 and k % 1999 > 0 then m.arrived_at + interval '5 seconds' end,
    case when k % 200 = 0 then m.arrived_at + interval '9 seconds' end, m.arrived_at + interval '9 seconds'
  from (select *, source_key::int as k from messages order by arrived_at limit ${messages}) m join destinations d using (user_id)`

const subscriptionsOf = (users: number, now: Date) => sql`
  insert into subscriptions (owner_id, id, provider, subscription_ref, plan_id, plan_version, interval, currency, amount, state, raw_state,
    started_at, current_period_start, current_period_end, ended_at, updated_at)
  select ${id('user', 'n * 5')}, ${id('subscription', 'n')}, 'invoice', 'sub_' || n, (array['personal', 'business'])[1 + n % 2], 1, 'month', 'usd', 500 + 400 * (n % 2),
    case when n % 40 = 0 then 'past_due' when n % 10 = 0 then 'ended' when n % 25 = 0 then 'trialing' else 'active' end, 'active', at, ${now}::timestamptz - interval '10 days',
    ${now}::timestamptz + interval '20 days', case when n % 10 = 0 and n % 40 > 0 then ${now}::timestamptz - interval '9 days' end, ${now}
  from (select n, ${evenly(now, 500, Math.floor(users / 5))} as at from generate_series(1, ${Math.floor(users / 5)}::int) n) rows`

const keysOf = (users: number, now: Date) => sql`
  insert into api_keys (user_id, id, key_hash, name, prefix, scope, created_at, expires_at, last_used_at)
  select ${id('user', 'n * 10')}, ${id('key', 'n')}, decode(md5(n::text), 'hex'), 'Key', 'mf_' || n, case when n % 3 = 0 then 'write' else 'read' end,
    ${evenly(now, 300, Math.floor(users / 10))}, ${now}::timestamptz + interval '60 days', case when n % 2 = 0 then ${now}::timestamptz end
  from generate_series(1, ${Math.floor(users / 10)}::int) n`
