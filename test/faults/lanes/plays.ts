// Short scenarios, each for one thing that can happen in a lane, without random failures.
import { hourMs, minuteMs, type Play } from './schedule.ts'
import type { LaneWorld, MailKind } from './world.ts'

const many = (n: number, kind: MailKind = 'plain'): MailKind[] => Array<MailKind>(n).fill(kind)

const play = (lastsMs: number, begin: Play['begin'], hosts = 1): Play => ({ lastsMs, faults: 0, lostWebhooks: 0, hosts, begin })

const after = (world: LaneWorld, ms: number, act: () => unknown) => world.clock.at(new Date(world.clock.now().getTime() + ms), act)

export const openWindow = play(2 * minuteMs, async world => {
  const [phone, other] = [await world.addPhone(), await world.addPhone()]
  await world.writes(phone, 'Hello')
  await world.writes(other, 'Hello')
  await world.mail(phone, ['plain', 'plain', 'urgent', 'plain'])
  await world.mail(other, many(2))
  after(world, minuteMs, () => world.mail(phone, many(2)))
})

export const backlog = play(5 * minuteMs, async world => {
  const phone = await world.addPhone()
  await world.writes(phone, 'Hello')
  await world.mail(phone, [...many(8), 'urgent', ...many(8)])
  after(world, 2000, () => world.mail(phone, ['urgent']))
})

/** Announced once, then again for what came later, and answered in the end. */
export const closedWindow = play(3 * hourMs, async world => {
  const phone = await world.addPhone()
  await world.mail(phone, many(3))
  after(world, 20 * minuteMs, () => world.mail(phone, many(2)))
  after(world, 90 * minuteMs, () => world.writes(phone, 'Show email', `show:${world.messenger.bubbles[0]?.deliveryId}`))
})

export const windowThatCloses = play(26 * hourMs, async world => {
  const phone = await world.addPhone()
  await world.writes(phone, 'Hello')
  after(world, 25 * hourMs, () => world.mail(phone, ['plain', 'urgent']))
})

export const resting = play(3 * hourMs, async world => {
  const phone = await world.addPhone()
  await world.writes(phone, 'Hello')
  await world.pausesFor24h(phone)
  after(world, minuteMs, () => world.mail(phone, ['plain', 'urgent', 'plain']))
  after(world, 2 * hourMs, () => world.resumes(phone))
})

export const rush = play(5 * minuteMs, async world => {
  const phone = await world.addPhone()
  await world.writes(phone, 'Hello')
  await world.mail(phone, many(14, 'urgent'))
})

/** Half of all calls fail, so that much is tried again. */
export const trouble: Play = {
  ...play(hourMs, async world => {
    const phone = await world.addPhone()
    await world.writes(phone, 'Hello')
    await world.mail(phone, many(6))
    after(world, 10 * minuteMs, () => world.mail(phone, ['urgent', 'plain']))
  }),
  faults: 50,
}
