// Decides which SMTP clients may submit email, for which addresses, and what is accepted.
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Translate } from '../../../../core/words/words.ts'
import { type Clock, elapsed, sleep } from '../../../foundation/clock.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { networkOf } from '../../../foundation/networks.ts'
import type { Dns } from '../../../foundation/outside.ts'
import { type AddressOwner, findAddressOwner } from '../../mailboxes/owners.ts'
import { type Arrived, arrivedAtAddress } from '../../parsing/arrived.ts'
import { headerValues, splitMail } from '../../parsing/raw.ts'
import { type CheckedAuth, checkSenderAuth, type SmtpPeer } from '../authenticity.ts'
import { batchArrivals } from '../batch-arrivals.ts'
import type { OnMail } from '../drain.ts'
import { openSmtpRateLimits, type SmtpLimits } from './limits.ts'
import { openReceiveBuffer } from './receive-buffer.ts'
import { SmtpRefusal } from './refused.ts'

export interface AdmissionDeps {
  db: Db
  clock: Clock
  say: Translate<'mail'>
  onMail: OnMail
  batch: number
  maxBytes: number
  /** Null when senders are not authenticated. */
  dns: Dns | null
  isBlocked?: ((ip: string) => boolean) | undefined
}

/** RFC 5321 §6.3 suggests a limit of a hundred hops; no honest email needs a quarter of them. */
const maxHops = 25

interface SessionState {
  owners: Map<string, AddressOwner>
  unknown: number
}

/** Each method throws SmtpRefusal to refuse. */
export function openAdmission(deps: AdmissionDeps, limits: SmtpLimits) {
  const { db, say } = deps
  const receiveArrival = batchArrivals(deps.onMail, deps.batch)
  const rateLimits = openSmtpRateLimits(db, limits)
  const receiveBuffer = openReceiveBuffer(limits, deps.maxBytes, say)
  const clients = new Map<string, number>()
  const counted = new WeakSet<SMTPServerSession>()
  const sessionStates = new WeakMap<SMTPServerSession, SessionState>()

  const stateOf = (session: SMTPServerSession): SessionState => {
    const state = sessionStates.get(session) ?? { owners: new Map(), unknown: 0 }
    sessionStates.set(session, state)
    return state
  }
  const takeBytes = async (address: string, owner: AddressOwner | undefined, bytes: number, { remoteAddress: host }: SMTPServerSession) => {
    if (owner && !(await rateLimits.takeBytes({ host, address, userId: owner.userId, bytes })))
      throw new SmtpRefusal(452, say('smtp.too_much'))
  }
  return {
    enter(session: SMTPServerSession): void {
      const host = networkOf(session.remoteAddress)
      counted.add(session)
      const count = (clients.get(host) ?? 0) + 1
      clients.set(host, count)
      if (deps.isBlocked?.(session.remoteAddress)) throw new SmtpRefusal(554, say('smtp.blocked'))
      if (count > limits.clientsOfOneHost) throw new SmtpRefusal(421, say('smtp.too_many_clients'))
    },
    leave(session: SMTPServerSession): void {
      // A client that left before the greeting was never counted, and has no address.
      if (!counted.delete(session)) return
      const host = networkOf(session.remoteAddress)
      const count = (clients.get(host) ?? 1) - 1
      if (count > 0) clients.set(host, count)
      else clients.delete(host)
    },
    async admit(address: string, session: SMTPServerSession): Promise<void> {
      const began = elapsed()
      const wanted = address.toLowerCase()
      const state = stateOf(session)
      const isWithinRate = await rateLimits.takeFrom(session.remoteAddress)
      const owner = isWithinRate ? await findAddressOwner(db, wanted) : null
      const isPermitted = isWithinRate && (!owner || (await rateLimits.takeTo(wanted, session.remoteAddress)))
      // Response time must not reveal whether an address exists.
      await sleep(limits.addressMs - (elapsed() - began))
      if (!isPermitted) throw new SmtpRefusal(451, say('smtp.too_fast'))
      if (!owner) throw new SmtpRefusal(++state.unknown > limits.unknownAddresses ? 421 : 550, say('smtp.unknown_address'))
      if (owner.isPaused) throw new SmtpRefusal(450, say('smtp.paused'))
      state.owners.set(wanted, owner)
    },
    receive: (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> =>
      receiveBuffer.receive(stream, async raw => {
        if (countHops(raw) > maxHops) throw new SmtpRefusal(554, say('smtp.loop'))
        const wanted = new Set(session.envelope.rcptTo.map(r => r.address.toLowerCase()))
        const { owners } = stateOf(session)
        for (const address of wanted) await takeBytes(address, owners.get(address), raw.length, session)
        const checked = deps.dns && (await checkSenderAuth(deps.dns, raw, peerOf(session)))
        await Promise.all([...wanted].map(address => receiveArrival(toArrived(deps, address, owners.get(address), raw, checked))))
      }),
  }
}

function toArrived(
  deps: AdmissionDeps,
  address: string,
  owner: AddressOwner | undefined,
  raw: Buffer,
  checked: CheckedAuth | null,
): Arrived {
  if (!owner) throw new SmtpRefusal(550, deps.say('smtp.unknown_address'))
  return {
    ...arrivedAtAddress(owner, address, raw, deps.clock.now()),
    auth: checked && { spf: checked.spf, dkim: checked.dkim, dmarc: checked.dmarc },
    signedBy: checked?.signedBy ?? [],
  }
}

const peerOf = ({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession): SmtpPeer => ({
  ip: remoteAddress,
  helo: hostNameAppearsAs || '',
  sender: envelope.mailFrom ? envelope.mailFrom.address : '',
})

const countHops = (raw: Buffer): number => headerValues(splitMail(raw).head, 'received').length
