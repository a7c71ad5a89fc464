// Lists what one user asks about their messages: every list, sum, search and single message, with the milliseconds that each may take.
import type { GrowthWorld } from './world.ts'

interface TimedRequest {
  name: string
  path: string
  /** What 95 of 100 requests must stay below with a million messages. */
  boundMs: number
}

const dayMs = 86_400_000
const listMs = 50
const searchMs = 300

/** `page` is a cursor in the middle of the history, `messageId` a message there. */
export function listRequests({ heavy }: Pick<GrowthWorld, 'heavy'>, page: string, messageId: string): TimedRequest[] {
  return [...lists(heavy, page), ...sums(heavy), ...searches(), ...singles(messageId)]
}

const since = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
const states = ['all', 'matched', 'under_way', 'held', 'failed', 'forwarded', 'not_matched', 'suppressed']

function lists({ mailboxIds, phoneId, oldPhoneId }: GrowthWorld['heavy'], page: string): TimedRequest[] {
  const slices = {
    '': '',
    'large mailbox': `&mailboxId=${mailboxIds[0]}`,
    'small mailbox': `&mailboxId=${mailboxIds[2]}`,
    phone: `&destinationId=${phoneId}`,
    'old phone': `&destinationId=${oldPhoneId}`,
    'one day': `&since=${since(201)}&until=${since(200)}`,
    '90 days': `&since=${since(190)}&until=${since(100)}`,
    'mailbox, phone, 90 days': `&mailboxId=${mailboxIds[1]}&destinationId=${phoneId}&since=${since(190)}&until=${since(100)}`,
    'deep page': `&cursor=${encodeURIComponent(page)}`,
  }
  return states.flatMap(state =>
    Object.entries(slices).map(([slice, query]) => ({
      name: `list ${state}${slice && `, ${slice}`}`,
      path: `/api/messages?limit=50&state=${state}${query}`,
      boundMs: listMs,
    })),
  )
}

const sums = ({ mailboxIds }: GrowthWorld['heavy']): TimedRequest[] =>
  [1, 7, 30, 90, 365].flatMap(days => [
    { name: `sum ${days} d`, path: `/api/ledger?days=${days}`, boundMs: listMs },
    { name: `sum ${days} d, one mailbox`, path: `/api/ledger?days=${days}&mailboxId=${mailboxIds[0]}`, boundMs: listMs },
  ])

const searches = (): TimedRequest[] =>
  [
    ['common word', 'q=invoice'],
    ['no hit', 'q=zzqx'],
    ['no hit, failed', 'q=zzqx&state=failed'],
    ['no hit, not matched', 'q=zzqx&state=not_matched'],
  ].map(([name, query]) => ({ name: `search ${name}`, path: `/api/messages?limit=50&${query}`, boundMs: searchMs }))

const singles = (messageId: string): TimedRequest[] =>
  ['', '/explanations', '/explanations?as=now', '/replies', '/commands', '/links'].map(part => ({
    name: `message${part}`,
    path: `/api/messages/${messageId}${part}`,
    boundMs: listMs,
  }))
