// Answers requests about alerts: their rules, whom they notify, and incidents.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type * as api from '../../../../core/api/admin/alerts.ts'
import { AlertRuleName } from '../../../../core/api/admin/alerts.ts'
import { staffRoles } from '../../../../core/session/staff.ts'
import type { Words } from '../../../../core/words/words.ts'
import { recordStaffAction } from '../../../account/staff-log.ts'
import { decodeCursor, encodeCursor, TimeCursor } from '../../../foundation/db/cursor.ts'
import { acknowledgeIncident, readAlertSettings, saveAlertSettings } from '../../../foundation/db/incidents.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { parsePhones, parseRules } from './check.ts'
import { alertLink } from './links.ts'
import { describe } from './notify.ts'
import { readRecipients } from './recipients.ts'

export interface AlertDeps {
  db: Db
  machineNow(): Date
  words: Words
}

export interface AlertHandlers {
  get: UserHandler<typeof api.getAlertsApi>
  change: UserHandler<typeof api.changeAlertsApi>
  incidents: UserHandler<typeof api.listIncidentsApi>
  acknowledge: UserHandler<typeof api.acknowledgeIncidentApi>
}

export function alertHandlers(deps: AlertDeps): AlertHandlers {
  const { db, machineNow } = deps
  return {
    get: () => readSettings(db),
    async change(request) {
      const { rules, emailUserIds, phones, reason } = request.body
      await db.transaction().execute(async tx => {
        const before = await readAlertSettings(tx)
        const saved = { rules: JSON.stringify(rules), email_user_ids: emailUserIds, phones: JSON.stringify(phones) }
        await saveAlertSettings(tx, saved)
        await recordStaffAction(tx, request, machineNow(), {
          ...{ name: 'alerts.changed', resourceType: 'alerts', resourceId: null, reason },
          before: before ? { rules: before.rules, emailUserIds: before.email_user_ids, phones: before.phones } : null,
          after: { rules, emailUserIds, phones },
        })
      })
      return readSettings(db)
    },
    incidents: ({ query }) => listIncidents(deps, query),
    async acknowledge(request) {
      const { params, userId } = request
      const now = machineNow()
      const incident = await db.transaction().execute(async tx => {
        const row = await acknowledgeIncident(tx, params.id, userId, now)
        if (row) await recordStaffAction(tx, request, now, { name: 'incident.acknowledged', resourceType: 'incident', resourceId: row.id })
        return row
      })
      if (!incident) throw new HttpError(404, 'not_found', deps.words.of('adminoverview')('incident.missing'))
      return toView(deps.words, { ...incident, email: await readEmail(db, incident.acknowledged_by) })
    },
  }
}

/** Staff, and the linked phones of staff. */
async function readSettings(db: Db): Promise<api.AlertSettings> {
  const settings = await readAlertSettings(db)
  const chosen = settings?.email_user_ids ?? null
  const phones = parsePhones(settings?.phones)
  const staff = await sql<{ userId: string; email: string | null; isConfirmed: boolean; roles: string[] }>`
    select u.id as "userId", u.email, u.email_confirmed_at is not null as "isConfirmed", array_agg(r.role order by r.role) as roles from users u join user_roles r on r.user_id = u.id
    where r.role = any(${staffRoles}) and u.deleted_at is null group by u.id order by u.email limit 200`.execute(db)
  const linked = await sql<{ userId: string; destinationId: string; name: string; ending: string }>`
    select user_id as "userId", id as "destinationId", name, coalesce(right(wa_id, 2), '') as ending from destinations
    where state = 'linked' and user_id = any(${staff.rows.map(({ userId }) => userId)}) order by user_id, id limit 200`.execute(db)
  return {
    rules: parseRules(settings?.rules),
    isDefault: chosen === null,
    recipients: await readRecipients(db, chosen),
    staff: staff.rows.map(one => ({ ...one, isChosen: chosen?.includes(one.userId) ?? one.roles.includes('admin') })),
    phones: linked.rows.map(one => ({ ...one, isChosen: phones.some(phone => phone.destinationId === one.destinationId) })),
    checkedAt: settings?.checked_at?.toISOString() ?? null,
  }
}

type IncidentRow = Row<'incidents'> & { email: string | null }

async function listIncidents({ db, words }: AlertDeps, query: z.output<typeof api.listIncidentsApi.query>) {
  const { cursor, limit, open } = query
  const last = decodeCursor(cursor, TimeCursor)
  const { rows } = await sql<IncidentRow & { at: string }>`
    select i.*, u.email, to_char(i.opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from incidents i left join users u on u.id = i.acknowledged_by
    where ${open ? sql`i.closed_at is null` : sql`true`}
      ${last ? sql`and (i.opened_at, i.id) < (${last[0]}::timestamptz, ${last[1]}::uuid)` : sql``}
    order by i.opened_at desc, i.id desc limit ${limit + 1}`.execute(db)
  const end = rows.length > limit ? rows[limit - 1] : undefined
  return { items: rows.slice(0, limit).map(row => toView(words, row)), next: end ? encodeCursor([end.at, end.id]) : null }
}

const RuleName = z.catch(AlertRuleName, 'part_failing')

function toView(words: Words, row: IncidentRow): api.Incident {
  const rule = RuleName.parse(row.rule)
  return {
    ...{ id: row.id, rule, subject: row.subject, value: row.value, threshold: row.threshold },
    found: describe(words, { kind: 'open', rule, incident: row }),
    ...{ fix: words.of('adminoverview')(`rule.${rule}.fix`), link: alertLink(rule, row.subject) },
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    acknowledgedAt: row.acknowledged_at?.toISOString() ?? null,
    acknowledgedBy: row.email,
  }
}

async function readEmail(db: Db, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst()
  return row?.email ?? null
}
