// The demo person of sandbox mode: an address of ours, a linked phone, three filters and twelve sample mails.
import type { FilterDraft } from '../../core/api/filters.ts'
import type { Clock } from '../clock.ts'
import { demoFilters } from './filters.ts'
import { type SampleMail, sampleMails } from './mails.ts'

export const demoEmail = 'maya@example.com'
/** The number of the sandbox phone that comes linked. */
export const demoPhone = '15550100777'

/** What the demo needs of the rooms, and of the world outside: the phone and an SMTP client. */
export interface DemoHands {
  clock: Clock
  password: string
  /** The id of the person, made or, after a first start that broke off, found. */
  ensureUser(email: string, password: string): Promise<string>
  ensureAddress(userId: string): Promise<string>
  hasFilters(userId: string): Promise<boolean>
  addFilter(userId: string, draft: FilterDraft): Promise<void>
  hasPhone(userId: string): Promise<boolean>
  /** Makes a destination and returns the text that the phone has to send. */
  offerPhone(userId: string, name: string): Promise<string>
  phoneWrites(phone: string, text: string): Promise<void>
  sendMail(to: string, mail: SampleMail): Promise<void>
}

export interface Demo {
  email: string
  inboundAddress: string
}

const linkingMs = 15_000

/** Each step looks first whether an earlier start has done it, so a start that was cut off is finished by the next. */
export async function makeDemo(hands: DemoHands): Promise<Demo> {
  const userId = await hands.ensureUser(demoEmail, hands.password)
  const inboundAddress = await hands.ensureAddress(userId)
  if (!(await hands.hasFilters(userId))) for (const draft of demoFilters) await hands.addFilter(userId, draft)
  if (!(await hands.hasPhone(userId))) {
    await hands.phoneWrites(demoPhone, await hands.offerPhone(userId, "Maya's phone"))
    await untilLinked(hands, userId)
  }
  for (const mail of sampleMails) await hands.sendMail(inboundAddress, mail)
  return { email: demoEmail, inboundAddress }
}

async function untilLinked(hands: DemoHands, userId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < linkingMs; waitedMs += 50) {
    if (await hands.hasPhone(userId)) return
    await hands.clock.sleep(50)
  }
  throw new Error('The sandbox phone did not link itself. Stop Mailferry, remove the data folder and start again.')
}
