// What the people of an abuse run do: they sign in, recover, get emails forwarded, and reply; each act is timed.
import nodemailer from 'nodemailer'
import { z } from 'zod/mini'
import type { Chance } from '../faults/chance.ts'
import { openLedger } from '../faults/outages/evidence.ts'
import { type Act, newPhase, type Phase } from './measure.ts'
import { type AbusePerson, type Answer, askAs, filteredWord } from './people.ts'
import type { AbuseWorld } from './world.ts'

export interface Life {
  /** Everybody acts about once in `periodMs` until `ms` have passed and everything they began has ended. */
  live(ms: number): Promise<Phase>
  stop(): void
}

const periodMs = 20_000
const recoverEveryMs = 75_000
const replyShare = 0.25
const lookEveryMs = 100
/** Longer than any act may take. */
const actMs = 60_000

const Session = z.object({ access_token: z.string() })
const Messages = z.object({ items: z.array(z.object({ id: z.string(), subject: z.nullable(z.string()) })) })
const Replied = z.object({ id: z.string(), undoUntil: z.nullable(z.string()) })

export function openLife(world: AbuseWorld, chance: Chance, seed: number): Life {
  const ledger = openLedger(world.sandbox)
  const arrivals = new Map<string, number>()
  /** Over all phases: nobody may ask twice within a minute. */
  const recoveredAt = new Map(world.people.map(person => [person, performance.now() - chance() * recoverEveryMs]))
  let [mails, isOver] = [0, false]
  const look = async () => {
    for (; !isOver; await pause(lookEveryMs)) {
      const before = ledger.bubbles.length
      await ledger.read().catch(() => undefined)
      for (const { token } of ledger.bubbles.slice(before)) if (!arrivals.has(token)) arrivals.set(token, performance.now())
    }
  }
  void look()
  let phase = newPhase()

  /** Times one act; what it throws is noted, and the person goes on. */
  async function act<T>(name: Act, person: AbusePerson, work: () => Promise<T>, startedAt = performance.now()): Promise<T | null> {
    const into = phase
    try {
      const result = await work()
      into.times[name].push(performance.now() - startedAt)
      return result
    } catch (error) {
      into.failures.push(`${name}: ${person.name}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }
  const send = async (person: AbusePerson, method: string, path: string, body?: unknown, token = '') =>
    accept(await askAs(world.base, person.network, method, path, body, token))

  async function signIn(person: AbusePerson): Promise<void> {
    const { email, password } = person
    const body = await act('sign-in', person, () => send(person, 'POST', '/auth/v1/token?grant_type=password', { email, password }))
    if (body) person.token = Session.parse(body).access_token
  }

  function recover(person: AbusePerson): Promise<unknown> {
    const { email } = person
    return act('recovery', person, async () => {
      const first = world.relay.taken.length
      await send(person, 'POST', '/auth/v1/recover', { email })
      await untilSo('the recovery email', () => proofsIn(world, first, email).length > 0)
      // An outsider who asks for the same address makes this email an old one, and one who guesses uses up its code: a person then
      // opens the link of the newest.
      for (let i = 0; ; i++) {
        const { code, link } = proofsIn(world, first, email).at(-1) ?? { code: '', link: '' }
        const proof = i === 0 ? { email, token: code } : { token_hash: link }
        const answer = await askAs(world.base, person.network, 'POST', '/auth/v1/verify', { type: 'recovery', ...proof })
        if (answer.status === 200) return
        if (i === 2) accept(answer)
        await pause(1000)
      }
    })
  }

  async function getMail(person: AbusePerson): Promise<void> {
    const token = `t${seed}n${++mails}x`
    const raw = mailOf(token, person.address)
    const isBySmtp = chance() < 0.5
    if (!isBySmtp) world.imap.add(person.name, raw)
    else if ((await act('mail by SMTP', person, () => sendFrom(person, world.smtpPort, raw))) === null) return
    const startedAt = performance.now()
    const isThere = await act('forwarding', person, () => untilSo(`${token} on the phone`, () => arrivals.has(token)), startedAt)
    if (isThere !== null && !isBySmtp && chance() < replyShare * 2) await reply(person, token)
  }

  async function reply(person: AbusePerson, token: string): Promise<void> {
    const { items } = Messages.parse(await send(person, 'GET', '/api/messages?limit=10', undefined, person.token))
    const message = items.find(item => item.subject?.includes(token))
    const text = `Answer to ${token}.`
    const first = world.outgoing.taken.length
    const asked = Replied.parse(await send(person, 'POST', `/api/messages/${message?.id}/replies`, { text }, person.token))
    // The first reply to somebody has to be confirmed.
    const isAsked = asked.undoUntil === null
    const written = isAsked
      ? Replied.parse(await send(person, 'PATCH', `/api/replies/${asked.id}`, { act: 'confirm' }, person.token))
      : asked
    if (written.undoUntil === null) throw new Error(`the reply to ${token} waits for something`)
    const undoMs = Math.max(0, Date.parse(written.undoUntil) - Date.now())
    const dueAt = performance.now() + undoMs
    await act('reply', person, () => untilSo(text, () => isTaken(text, first), undoMs + actMs), dueAt)
  }
  const isTaken = (text: string, first: number) => world.outgoing.taken.slice(first).some(({ raw }) => raw.includes(text))

  async function liveOf(person: AbusePerson, until: number): Promise<void> {
    const begun: Promise<unknown>[] = []
    for (await pause(chance() * periodMs); performance.now() < until; await pause(periodMs * (0.5 + chance()))) {
      await signIn(person)
      if (performance.now() - (recoveredAt.get(person) ?? 0) > recoverEveryMs) {
        recoveredAt.set(person, performance.now())
        await recover(person)
      }
      const into = phase
      begun.push(getMail(person).catch((error: unknown) => void into.failures.push(`reply: ${person.name}: ${String(error)}`)))
    }
    await Promise.all(begun)
  }

  return {
    async live(ms) {
      phase = newPhase()
      const mine = phase
      await Promise.all(world.people.map(person => liveOf(person, performance.now() + ms)))
      return mine
    },
    stop: () => {
      isOver = true
    },
  }
}

function accept({ status, body }: Answer): unknown {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body).slice(0, 120)}`)
  return body
}

function proofsIn({ relay }: AbuseWorld, first: number, email: string): { code: string; link: string }[] {
  return relay.taken.slice(first).flatMap(({ to, raw }) => {
    const text = to.includes(email) ? decodeText(raw) : ''
    const [code, link] = [/\b\d{8}\b/.exec(text)?.[0], /token_hash=(\w+)/.exec(text)?.[1]]
    return code && link ? [{ code, link }] : []
  })
}

/** Quoted-printable (RFC 2045 §6.7). */
const decodeText = (raw: string): string =>
  raw
    .slice(raw.indexOf('\r\n\r\n'))
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

async function sendFrom({ senderIp, address }: AbusePerson, port: number, raw: string): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, localAddress: senderIp, ignoreTLS: true, socketTimeout: actMs })
  try {
    await transport.sendMail({ envelope: { from: 'sender@example.net', to: address }, raw })
  } finally {
    transport.close()
  }
}

const mailOf = (token: string, to: string): string =>
  [
    'From: Sender <sender@example.net>',
    `To: ${to}`,
    `Subject: ${filteredWord} ${token}`,
    `Message-ID: <${token}@example.net>`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `This is ${token}.`,
    '',
  ].join('\r\n')

async function untilSo(what: string, isSo: () => boolean, withinMs = actMs): Promise<void> {
  const until = performance.now() + withinMs
  while (!isSo()) {
    if (performance.now() > until) throw new Error(`${what} did not come within ${Math.round(withinMs / 1000)} s`)
    await pause(lookEveryMs)
  }
}

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
