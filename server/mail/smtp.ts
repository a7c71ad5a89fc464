// The way in by SMTP: mail to an address of ours is answered with 250 when it is committed, and not before.
import type { AddressInfo } from 'node:net'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Translate } from '../../core/words/words.ts'
import { type Clock, elapsed } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'
import type { Dns } from '../outside.ts'
import { type Arrived, contentHash, smtpSourceKey } from './arrived.ts'
import { checkSender, type FromWhom } from './authenticity.ts'
import type { OnMail } from './drain.ts'
import { gather } from './gather.ts'
import { type AddressOwner, ownerOfAddress } from './owners.ts'
import { headerValue, headerValues, splitMail } from './raw.ts'

export interface SmtpParts {
  db: Db
  clock: Clock
  log: Log
  say: Translate<'mail'>
  onMail: OnMail
  host: string
  port: number
  /** The name that we greet with. */
  domain: string
  batch: number
  maxBytes: number
  /** Null where senders are not checked. */
  dns: Dns | null
  limits?: Partial<SmtpLimits>
}

export interface SmtpLimits {
  clients: number
  clientsOfOneHost: number
  mailsAMinuteOfOneHost: number
  mailsAMinuteToOneAddress: number
  /** Of all mails that are being received at one moment. */
  memoryBytes: number
  /** Whoever takes longer for one mail holds no memory any more. */
  receiveMs: number
}

const usualLimits: SmtpLimits = {
  clients: 200,
  clientsOfOneHost: 50,
  mailsAMinuteOfOneHost: 1200,
  mailsAMinuteToOneAddress: 600,
  memoryBytes: 256 * 1024 * 1024,
  receiveMs: 300_000,
}

/** RFC 5321 §6.3 takes 100 hops for a loop; no honest mail has half of them. */
const mostHops = 50
const mostRecipients = 50

/** Listens; `port` is the one that was given or, for 0, found. */
export async function listenSmtp(parts: SmtpParts): Promise<{ port: number; stop(): Promise<void> }> {
  const gate = openGate(parts, { ...usualLimits, ...parts.limits })
  const server = new SMTPServer({
    name: parts.domain,
    size: parts.maxBytes,
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    maxClients: gate.limits.clients,
    maxRecipients: mostRecipients,
    socketTimeout: 60_000,
    closeTimeout: 3_000,
    onConnect: (session, done) => answer(done, async () => gate.enter(session)),
    onClose: session => gate.leave(session),
    onRcptTo: (recipient, session, done) => answer(done, () => gate.admit(recipient.address, session)),
    onData: (stream, session, done) => answer(done, () => gate.receive(stream, session)),
  })
  server.on('error', error => parts.log.debug({ err: error }, 'a mail client broke off'))
  await new Promise<void>((listening, failed) => {
    server.server.once('error', failed)
    server.listen(parts.port, parts.host, listening)
  })
  const at: AddressInfo | string | null = server.server.address()
  return {
    port: typeof at === 'object' && at ? at.port : parts.port,
    stop: () => new Promise(closed => server.close(() => closed())),
  }

  function answer(done: (error?: Error | null) => void, work: () => Promise<void>): void {
    work().then(
      () => done(null),
      (error: unknown) => {
        if (error instanceof Refused) return done(error)
        parts.log.error({ err: error }, 'mail could not be taken in')
        done(new Refused(451, parts.say('smtp.not_kept')))
      },
    )
  }
}

/** A reply of RFC 5321 §4.2: 4xx asks the sender to come again, 5xx tells it to give up. */
class Refused extends Error {
  readonly responseCode: number
  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

function openGate(parts: SmtpParts, limits: SmtpLimits) {
  const { db, say } = parts
  const take = gather(parts.onMail, parts.batch)
  const clients = new Map<string, number>()
  const owners = new WeakMap<SMTPServerSession, Map<string, AddressOwner>>()
  const fromHosts = new RateLimiterMemory({ points: limits.mailsAMinuteOfOneHost, duration: 60 })
  const toAddresses = new RateLimiterMemory({ points: limits.mailsAMinuteToOneAddress, duration: 60 })
  let heldBytes = 0

  const ownersOf = (session: SMTPServerSession): Map<string, AddressOwner> => {
    const known = owners.get(session) ?? new Map<string, AddressOwner>()
    owners.set(session, known)
    return known
  }
  return {
    limits,
    enter(session: SMTPServerSession): void {
      const count = (clients.get(session.remoteAddress) ?? 0) + 1
      clients.set(session.remoteAddress, count)
      if (count > limits.clientsOfOneHost) throw new Refused(421, say('smtp.too_many_clients'))
    },
    leave(session: SMTPServerSession): void {
      const count = (clients.get(session.remoteAddress) ?? 1) - 1
      if (count > 0) clients.set(session.remoteAddress, count)
      else clients.delete(session.remoteAddress)
    },
    async admit(address: string, session: SMTPServerSession): Promise<void> {
      const wanted = address.toLowerCase()
      const owner = await ownerOfAddress(db, wanted)
      if (!owner) throw new Refused(550, say('smtp.unknown_address'))
      if (owner.isPaused) throw new Refused(450, say('smtp.paused'))
      await spend(fromHosts, session.remoteAddress, say('smtp.too_fast'))
      await spend(toAddresses, wanted, say('smtp.too_fast'))
      ownersOf(session).set(wanted, owner)
    },
    async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
      const chunks: Buffer[] = []
      let bytes = 0
      let isFull = false
      let isSlow = false
      const began = elapsed()
      const letGo = () => {
        heldBytes -= bytes
        bytes = 0
        chunks.length = 0
      }
      try {
        for await (const chunk of stream) {
          if (!isSlow && elapsed() - began > limits.receiveMs) {
            isSlow = true
            letGo()
          }
          if (!Buffer.isBuffer(chunk) || isFull || isSlow || bytes > parts.maxBytes) continue
          isFull = heldBytes + chunk.length > limits.memoryBytes
          if (isFull) continue
          chunks.push(chunk)
          bytes += chunk.length
          heldBytes += chunk.length
        }
        if (stream.sizeExceeded || bytes > parts.maxBytes)
          throw new Refused(552, say('smtp.too_large', { megabytes: Math.floor(parts.maxBytes / 1048576) }))
        if (isSlow) throw new Refused(451, say('smtp.too_slow'))
        if (isFull) throw new Refused(452, say('smtp.busy'))
        const raw = Buffer.concat(chunks)
        if (isLoop(raw)) throw new Refused(554, say('smtp.loop'))
        const wanted = new Set(session.envelope.rcptTo.map(r => r.address.toLowerCase()))
        const auth = parts.dns && (await checkSender(parts.dns, raw, fromWhom(session)))
        await Promise.all([...wanted].map(address => take(arrivedAt(parts, address, ownersOf(session).get(address), raw, auth))))
      } finally {
        letGo()
      }
    },
  }
}

async function spend(limiter: RateLimiterMemory, key: string, text: string): Promise<void> {
  await limiter.consume(key).catch(() => {
    throw new Refused(450, text)
  })
}

function arrivedAt(parts: SmtpParts, address: string, owner: AddressOwner | undefined, raw: Buffer, auth: Arrived['auth']): Arrived {
  if (!owner) throw new Refused(550, parts.say('smtp.unknown_address'))
  return {
    userId: owner.userId,
    mailboxId: owner.mailboxId,
    kind: 'address',
    sourceKey: smtpSourceKey(address, raw),
    contentHash: contentHash(raw, raw.length),
    uidValidity: null,
    uid: null,
    raw,
    sizeBytes: raw.length,
    reduced: null,
    arrivedAt: parts.clock.now(),
    auth,
  }
}

const fromWhom = ({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession): FromWhom => ({
  ip: remoteAddress,
  helo: hostNameAppearsAs || '',
  sender: envelope.mailFrom ? envelope.mailFrom.address : '',
})

/** Mail that we sent ourselves, or that goes round between others. */
function isLoop(raw: Buffer): boolean {
  const { head } = splitMail(raw)
  return headerValue(head, 'x-mailferry-loop') !== null || headerValues(head, 'received').length > mostHops
}
