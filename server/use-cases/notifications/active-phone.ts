// Finds the phone on which a user can be notified now: free text is only allowed while its service window is open.
import { isWindowOpen } from '../../../core/delivery/window.ts'
import { listDestinations } from '../../delivery/store.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { WhatsAppUser } from '../../whatsapp/send.ts'

/** The phone that wrote last and has an open service window: of several, most likely the user's own. */
export async function findActivePhone(db: Db, userId: string, now: Date): Promise<WhatsAppUser | null> {
  const open = (await listDestinations(db, userId)).filter(phone => phone.state === 'linked' && isWindowOpen(phone.last_inbound_at, now))
  const last = open.toSorted((a, b) => Number(b.last_inbound_at) - Number(a.last_inbound_at))[0]
  return last ? { waId: last.wa_id, waUserId: last.wa_user_id } : null
}
