// Renders every email in the corpora for WhatsApp: limits kept, formatting intact, bold only where meant, modern emails word by word.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { EmailCard } from '../core/message/cards/shapes.ts'
import type { MailView } from '../core/message/view.ts'
import { loadWords } from '../server/foundation/words.ts'
import { renderMail } from '../server/whatsapp/render/mail.ts'
import { corpus, readMail } from './corpora.ts'
import { faultsIn } from './render-faults.ts'
import { viewed } from './render-viewed.ts'

const words = loadWords('en')
const render = (view: MailView) => renderMail(words, view, 'All mail')

function mailsIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files.filter(entry => entry.isFile() && !/\.(md|json|list)$/.test(entry.name)).map(entry => join(entry.parentPath, entry.name))
}

test('every mail of the corpora keeps the limits, breaks no span and accounts for each attachment', async context => {
  const folder = corpus('eml')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const faults: string[] = []
  const files = mailsIn(folder)
  for (const file of files) {
    const view = await viewed(readMail(file))
    faults.push(...faultsIn(view, render(view)).map(fault => `${file.slice(folder.length + 1)}: ${fault}`))
  }
  console.info(`${files.length} mails, ${faults.length} faults`)
  expect(faults).toEqual([])
})

const Expected = z.object({
  file: z.string(),
  text_must_contain: z.array(z.string()),
  text_must_not_contain: z.array(z.string()),
  links_kept: z._default(z.array(z.string()), []),
  card: z.nullable(
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('code'),
        code: z.string(),
        shown: z.string(),
        service: z.string(),
        expires_minutes: z.nullable(z.number()),
      }),
      z.object({
        type: z.literal('invoice'),
        amount: z.string(),
        currency: z.string(),
        due: z.nullable(z.string()),
        number: z.nullable(z.string()),
        issuer: z.string(),
        paid: z.boolean(),
      }),
      z.object({
        type: z.literal('parcel'),
        carrier: z.string(),
        tracking: z.nullable(z.string()),
        state: z.string(),
        eta: z.nullable(z.string()),
        window: z._default(z.nullable(z.string()), null),
        pickup_code: z._default(z.nullable(z.string()), null),
        pickup_until: z._default(z.nullable(z.string()), null),
      }),
      z.object({
        type: z.literal('event'),
        method: z.string(),
        uid: z.string(),
        summary: z.string(),
        start: z.string(),
        end: z.string(),
        all_day: z.boolean(),
        time_zone: z.nullable(z.string()),
        location: z.nullable(z.string()),
        organizer: z.string(),
        recurrence: z.nullable(z.string()),
        sequence: z.number(),
        status: z.string(),
        recurrence_id: z.nullable(z.string()),
        partstat: z._default(z.string(), 'NEEDS-ACTION'),
      }),
    ]),
  ),
})
type Expected = z.infer<typeof Expected>

const flat = (text: string): string => text.replaceAll('\u2060', '').replace(/\s+/g, ' ').trim()
const bare = (text: string): string => flat(text).replace(/[*_~`]/g, '')

function claimsOn(mail: Expected, view: MailView): [string, boolean][] {
  const text = render(view)
  const has = (fragment: string) => flat(text).includes(flat(fragment)) || bare(text).includes(bare(fragment))
  return [
    ...mail.text_must_contain.map((fragment): [string, boolean] => [`text: ${fragment}`, has(fragment)]),
    ...mail.text_must_not_contain.map((fragment): [string, boolean] => [`not the text: ${fragment}`, !flat(text).includes(flat(fragment))]),
    ...mail.links_kept.map((href): [string, boolean] => [`link: ${href.slice(0, 100)}`, text.includes(href)]),
    [`card: ${JSON.stringify(view.card ?? null)}`, JSON.stringify(factsOf(view.card)) === JSON.stringify(wantedOf(mail.card))],
  ]
}

function factsOf(card: EmailCard | undefined): unknown[] | null {
  // What people wrote down of these mails has no alerts; those are told of below.
  if (!card || card.kind === 'alert') return null
  if (card.kind === 'booking' || card.kind === 'sign_in_link') return [card.kind]
  if (card.kind === 'code') return [card.code, card.shown, card.service, card.expiresMinutes]
  if (card.kind === 'invoice') return [card.amount, card.currency, card.due, card.number, card.issuer, card.isPaid]
  if (card.kind === 'event') {
    const { method, uid, title, start, end, isAllDay, timeZone, where, organizer, recurrence, sequence, status, recurrenceId } = card
    const said = [method, status, card.attendees[0]?.partstat].map(word => word?.toUpperCase())
    return [uid, title, start, end, isAllDay, timeZone, where, organizer?.address, recurrence, sequence, recurrenceId, ...said]
  }
  return [card.carrier, card.tracking, card.state, card.eta, card.window, card.pickupCode, card.pickupUntil]
}

function wantedOf(card: Expected['card']): unknown[] | null {
  switch (card?.type) {
    case 'code':
      return [card.code, card.shown, card.service, card.expires_minutes]
    case 'invoice':
      return [card.amount, card.currency, card.due, card.number, card.issuer, card.paid]
    case 'parcel':
      return [card.carrier, card.tracking, card.state, card.eta, card.window, card.pickup_code, card.pickup_until]
    case 'event':
      return [
        ...[card.uid, card.summary, card.start, card.end, card.all_day, card.time_zone, card.location, card.organizer, card.recurrence],
        ...[card.sequence, card.recurrence_id, card.method, card.status, card.partstat],
      ]
    default:
      return null
  }
}

test('modern mails show what their readers would see, and their cards are exact', async context => {
  const folder = corpus('modern/dev')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const counts = new Map<string, [number, number]>()
  const misses: string[] = []
  const alerts: string[] = []
  for (const mail of z.array(Expected).parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))) {
    const view = await viewed(readMail(join(folder, mail.file)))
    misses.push(...faultsIn(view, render(view)).map(fault => `${mail.file} ${fault}`))
    if (view.card?.kind === 'alert') alerts.push(`${mail.file} ${view.card.state}`)
    for (const [claim, holds] of claimsOn(mail, view)) {
      const about = claim.split(':')[0] ?? ''
      const [right, all] = counts.get(about) ?? [0, 0]
      counts.set(about, [right + (holds ? 1 : 0), all + 1])
      if (!holds) misses.push(`${mail.file} ${claim}`)
    }
  }
  console.info([...counts].map(([about, [right, all]]) => `${about} ${right} of ${all}`).join(', '), misses)
  expect(misses).toEqual([])
  expect(alerts.toSorted()).toEqual([
    'alert-01-ci-failed.eml failed',
    'alert-02-disk.eml critical',
    'alert-03-resolved.eml resolved',
    'bank_alert-01-card-payment.eml paid',
    'bank_alert-02-low-balance.eml low_balance',
    'bank_alert-03-transfer-iban.eml received',
  ])
})
