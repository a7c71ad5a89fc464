// Bugs to plant: doors at which one outsider could keep everybody else out, and what the judge must find.
import type { Change } from '../faults/outages/bugs.ts'

export interface AbuseBug {
  name: string
  changes: Change[]
  /** What the judge says of it. */
  shows: RegExp
}

export const abuseBugs: AbuseBug[] = [
  {
    name: 'wrong passwords are counted by a name that anybody can write',
    shows: /sign-in: .*429/,
    changes: [{ file: 'server/auth/password-tries.ts', find: '`${name} ${networkOf(ip)}`', plant: '`${name}`' }],
  },
  {
    name: 'one host may hold every SMTP connection',
    shows: /mail by SMTP: person/,
    changes: [
      { file: 'server/mail/receiving/smtp/limits.ts', find: 'clientsOfOneHost: 50', plant: 'clientsOfOneHost: 100_000' },
      { file: 'server/mail/receiving/smtp/limits.ts', find: 'clients: 2000', plant: 'clients: 300' },
    ],
  },
  {
    name: 'the emails to one address are counted whoever writes them',
    shows: /mail by SMTP: .*451/,
    changes: [
      {
        file: 'server/mail/receiving/smtp/limits.ts',
        find: '`${address} ${networkOf(host)}`)) === null,\n    async',
        plant: 'address)) === null,\n    async',
      },
    ],
  },
]
