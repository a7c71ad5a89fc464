// Who may hand over mail by SMTP, for whom, and what is accepted.
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { Translate } from '../../../../core/words/words.ts'
import { type Clock, elapsed, sleep } from '../../../foundation/clock.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Dns } from '../../../foundation/outside.ts'
import { type AddressOwner, ownerOfAddress } from '../../mailboxes/owners.ts'
import { type Arrived, arrivedAtAddress } from '../../parsing/arrived.ts'
import { headerValues, splitMail } from '../../parsing/raw.ts'
import { type CheckedAuth, checkSender, type FromWhom } from '../authenticity.ts'
import type { OnMail } from '../drain.ts'
import { gather } from '../gather.ts'
import { networkOf, openPace, type SmtpLimits } from './limits.ts'
import { openReceiveBuffer } from './receive-buffer.ts'
import { Refused } from './refused.ts'

export interface AdmissionDeps {
  db: Db
  clock: Clock
  say: Translate<'mail'>
  onMail: OnMail
  batch: number
  maxBytes: number
  /** Null where senders are not checked. */
  dns: Dns | null
}

/** RFC 5321 §6.3 lets a mail pass a hundred servers; no honest one passes a quarter of them. */
const mostHops = 25

interface Visit {
  owners: Map<string, AddressOwner>
  unknown: number
}

/** Each deed throws Refused where the answer is no. */
export function openAdmission(deps: AdmissionDeps, limits: SmtpLimits) {
  const { db, say } = deps
  const take = gather(deps.onMail, deps.batch)
  const pace = openPace(limits)
  const room = openReceiveBuffer(limits, deps.maxBytes, say)
  const clients = new Map<string, number>()
  const entered = new WeakSet<SMTPServerSession>()
  const visits = new WeakMap<SMTPServerSession, Visit>()

  const visitOf = (session: SMTPServerSession): Visit => {
    const known = visits.get(session) ?? { owners: new Map(), unknown: 0 }
    visits.set(session, known)
    return known
  }
  return {
    enter(session: SMTPServerSession): void {
      const host = networkOf(session.remoteAddress)
      entered.add(session)
      const count = (clients.get(host) ?? 0) + 1
      clients.set(host, count)
      if (count > limits.clientsOfOneHost) throw new Refused(421, say('smtp.too_many_clients'))
    },
    leave(session: SMTPServerSession): void {
      // One that went before it was greeted never came, and has no address.
      if (!entered.delete(session)) return
      const host = networkOf(session.remoteAddress)
      const count = (clients.get(host) ?? 1) - 1
      if (count > 0) clients.set(host, count)
      else clients.delete(host)
    },
    async admit(address: string, session: SMTPServerSession): Promise<void> {
      const began = elapsed()
      const wanted = address.toLowerCase()
      const visit = visitOf(session)
      const mayAsk = await pace.takeFrom(session.remoteAddress)
      const owner = mayAsk ? await ownerOfAddress(db, wanted) : null
      const mayPass = mayAsk && (!owner || (await pace.takeTo(wanted, fromWhom(session).sender)))
      // Who tries addresses learns nothing from how long an answer takes.
      await sleep(limits.addressMs - (elapsed() - began))
      if (!mayPass) throw new Refused(451, say('smtp.too_fast'))
      if (!owner) throw new Refused(++visit.unknown > limits.unknownAddresses ? 421 : 550, say('smtp.unknown_address'))
      if (owner.isPaused) throw new Refused(450, say('smtp.paused'))
      visit.owners.set(wanted, owner)
    },
    receive: (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> =>
      room.receive(stream, async raw => {
        if (hopsOf(raw) > mostHops) throw new Refused(554, say('smtp.loop'))
        const wanted = new Set(session.envelope.rcptTo.map(r => r.address.toLowerCase()))
        const checked = deps.dns && (await checkSender(deps.dns, raw, fromWhom(session)))
        const { owners } = visitOf(session)
        await Promise.all([...wanted].map(address => take(arrivedAt(deps, address, owners.get(address), raw, checked))))
      }),
  }
}

function arrivedAt(
  deps: AdmissionDeps,
  address: string,
  owner: AddressOwner | undefined,
  raw: Buffer,
  checked: CheckedAuth | null,
): Arrived {
  if (!owner) throw new Refused(550, deps.say('smtp.unknown_address'))
  return {
    ...arrivedAtAddress(owner, address, raw, deps.clock.now()),
    auth: checked && { spf: checked.spf, dkim: checked.dkim, dmarc: checked.dmarc },
    signedBy: checked?.signedBy ?? [],
  }
}

const fromWhom = ({ remoteAddress, hostNameAppearsAs, envelope }: SMTPServerSession): FromWhom => ({
  ip: remoteAddress,
  helo: hostNameAppearsAs || '',
  sender: envelope.mailFrom ? envelope.mailFrom.address : '',
})

const hopsOf = (raw: Buffer): number => headerValues(splitMail(raw).head, 'received').length
