// Makes the contents of generated emails, sealed for their own row, so that the product can open all of them.
import { deflateRawSync } from 'node:zlib'
import { plainView } from '../../core/filters/testing/plain-message.fixture.ts'
import { type SealKey, seal } from '../../server/foundation/seal.ts'
import { sealHead } from '../../server/mail/messages/sealed.ts'

const distinctEmails = 400
const letters = 'etaoinshrdlucmfwypvbgkjqxz'

interface Template {
  from: { name: string; address: string }
  subject: string
  deflatedView: Buffer
}

interface SealedContents {
  head: Buffer
  view: Buffer
  raw: Buffer
}

/** Contents by the number of the email: every tenth has the word “invoice” in its subject. */
export function openContents(userId: string, contentKey: SealKey): (id: string, n: number) => SealedContents {
  const templates = Array.from({ length: distinctEmails }, (_, n) => makeTemplate(n))
  return (id, n) => {
    const template = templates[n % templates.length] ?? makeTemplate(n)
    const { from, subject, deflatedView } = template
    const of = (column: string) => ({ userId, row: id, column })
    const raw = `From: ${from.address}\r\nSubject: ${subject}\r\n\r\n${'An example email.\r\n'.repeat(10)}`
    return {
      head: sealHead(contentKey, userId, id, { from, subject: `${subject} ${n}`, date: null }),
      view: seal(contentKey, deflatedView, of('messages.view')),
      raw: seal(contentKey, Buffer.from(raw), of('raw_messages.sealed')),
    }
  }
}

function makeTemplate(n: number): Template {
  const random = openRandom(n + 1)
  const text = (length: number) => {
    let made = ''
    while (made.length < length) made += `${makeWord(random(2000))}${random(12) === 0 ? '.\n' : ' '}`
    return made.trim()
  }
  const from = { name: text(10), address: `sender${random(400)}@shop${random(80)}.example` }
  const subject = `${n % 10 === 0 ? 'Invoice ' : ''}${text(20 + random(40))}`
  const headers = ['Received', 'DKIM-Signature', 'List-Unsubscribe', 'Content-Type', 'Feedback-ID']
  const view = plainView({
    ...{ from: [from], subject, messageId: `<${n}@shop.example>` },
    headers: headers.map(name => ({ name, value: text(40 + random(120)) })),
    body: text(random(20) === 0 ? 8000 : 300 + random(1500)),
  })
  return { from, subject, deflatedView: deflateRawSync(JSON.stringify(view)) }
}

function makeWord(n: number): string {
  const random = openRandom(n * 7919 + 3)
  return Array.from({ length: 2 + random(9) }, () => letters[Math.min(random(letters.length), random(letters.length))]).join('')
}

/** A repeatable random generator (xorshift32). */
function openRandom(seed: number): (sides: number) => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0 || 1
  return sides => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % sides
  }
}
