// What the server itself writes into a row that comes over the data wire, whatever was sent.
import type { GivenRow, Written } from '../../../core/rest/body.ts'
import { newId } from '../../seal.ts'
import { isSecurityEvent, type Seen, securityDetails } from '../seen.ts'
import type { RestAsk } from './ask.ts'

/** Address, browser and time are what we saw; the id may be the client's. */
export function stamped({ table, preferences }: RestAsk, { columns, rows }: Written, seen: Seen): Written {
  const forced: GivenRow = { created_at: seen.at.toISOString() }
  if (table.name === 'activity_logs') Object.assign(forced, { ip_address: seen.ip, user_agent: seen.userAgent })
  const hasDetails = table.name === 'activity_logs' && (preferences.missing === 'default' || !columns.includes('details'))
  const made = rows.map(row => {
    const details = 'details' in row || !hasDetails ? row['details'] : {}
    const whole = { ...row, ...(table.name === 'activity_logs' && { details: detailsOf(row['action'], details, seen) }) }
    return { ...whole, id: row['id'] ?? newId(seen.at), ...forced }
  })
  return { columns: [...new Set([...columns, 'id', ...(hasDetails ? ['details'] : []), ...Object.keys(forced)])], rows: made }
}

function detailsOf(action: unknown, details: unknown, seen: Seen): unknown {
  const isObject = typeof details === 'object' && details !== null && !Array.isArray(details)
  return isSecurityEvent(action) && isObject ? securityDetails({ ...details }, seen) : details
}
