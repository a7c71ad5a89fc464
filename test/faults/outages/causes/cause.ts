// What a fault of the outage suite is: it begins, lasts while mail flows, and ends.
import type { Chance } from '../../chance.ts'
import type { Traffic } from '../hosts/traffic.ts'
import type { OutageWorld } from '../hosts/world.ts'

export interface Scene {
  world: OutageWorld
  traffic: Traffic
  chance: Chance
  /** Waits in real time; shorter where the whole run is to be short. */
  hold(seconds: number): Promise<void>
  /** How many mails of this fault have waited longer than this to reach their phone; waits itself for what a busy machine needs. */
  countLate(seconds: number): Promise<number>
  /** Stops mail, waits until nothing is under way, and lets `work` run before mail flows again. */
  inSilence(work: () => void): Promise<void>
  /** Lets so many minutes of Meta's and the hosts' clock pass. */
  passMinutes(minutes: number): Promise<void>
  /** How many mailboxes come back at once. */
  mailboxes: number
}

export interface Cause {
  name: string
  /** Two of the same kind are no pair. */
  kind: 'meta' | 'database' | 'host' | 'clock' | 'names' | 'mail'
  /** Of moved clock. */
  minutes?: number
  /** What it must not cause. */
  never?: ('unknown' | 'copies')[]
  /** How soon everything must be well again after it. */
  healthySeconds?: number
  /** Some reports of Meta never come, so that nobody learns how every message ended. */
  losesReports?: true
  /** How long everything may take to arrive after it, where there is more of it than usual. */
  quietMs?(scene: Pick<Scene, 'mailboxes'>): number
  /** Resolves when it has ended; sentences about what it saw itself. */
  run(scene: Scene): Promise<string[] | void>
}
