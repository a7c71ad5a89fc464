// Collects what the reply judge compares: the database, what the mail server received, and the mailboxes seen by another client.
import { sql } from 'kysely'
import type { Lying } from '../../mail-client.ts'
import { readBubbles } from '../whatsapp/people.ts'
import type { Evidence } from './judge.ts'
import type { Task } from './people.ts'
import type { AnswersWorld } from './world.ts'

export async function readEvidence(world: AnswersWorld, tasks: Task[]): Promise<Evidence> {
  const [mayAct, refused] = [await phonesThatMay(world), await refusedTexts(world)]
  const mails: Lying[] = []
  for (const person of world.people)
    await world.lookInto(person, async client => {
      for (const folder of await client.folders()) mails.push(...(await client.mailsIn(folder)))
    })
  const ids = (text: string | undefined) => /<?reply\.([0-9a-f-]{36})@/.exec(text ?? '')?.[1]
  return {
    requests: tasks.map(({ token, wanted, phone, wrote }) => {
      const received = wrote.filter(one => one.received)
      return { token, wanted, mayAct: mayAct.has(phone), received, isRefused: received.some(one => refused.has(one.wamid)) }
    }),
    rows: await world.db.selectFrom('replies').select(['id', 'wamid', 'state']).execute(),
    taken: world.smtp.taken.flatMap(({ raw }) => ids(/^Message-ID: (.*)$/im.exec(raw)?.[1]) ?? []),
    filed: mails.flatMap(({ head }) => ids(head['message-id']) ?? []),
    emailsByToken: Map.groupBy(
      mails.map(({ folder, flags, head }) => ({
        token: /t\d+n\d+x/.exec(head['message-id'] ?? '')?.[0] ?? '',
        folder,
        isRead: flags.includes('\\Seen'),
      })),
      mail => mail.token,
    ),
  }
}

async function phonesThatMay({ db }: AnswersWorld): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('destinations').select('wa_id').where('rights', '=', 'reply').execute()
  return new Set(rows.flatMap(row => row.wa_id ?? []))
}

async function refusedTexts({ db }: AnswersWorld): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('inbound_messages').select('wamid').where(sql<boolean>`body ->> 'answer' = 'reply_refused'`).execute()
  return new Set(rows.map(row => row.wamid))
}

/** How the answers to these mails came to where they are, for whoever looks for the cause: those that ask still, and those without a row. */
export async function explainReplies(world: AnswersWorld, tasks: Task[]): Promise<string[]> {
  const { db, sandbox } = world
  const replies = await db.selectFrom('replies').select(['id', 'wamid', 'state']).execute()
  const bubbles = await readBubbles(sandbox)
  const mayAct = await phonesThatMay(world)
  const lines: string[] = []
  for (const { token, wamid: mail, wanted, wrote } of tasks.filter(one => mayAct.has(one.phone))) {
    const texts = wrote.filter(one => one.step === 'text' && one.received).map(one => one.wamid)
    const own = replies.filter(one => one.wamid !== null && texts.includes(one.wamid))
    const isPlain = texts.length === 0 || (own.length > 0 && own.every(one => one.state !== 'asking'))
    if (isPlain || !['answer', 'undo', 'no'].includes(wanted)) continue
    const received = wrote.filter(one => one.received).map(one => one.wamid)
    const inbound = await db
      .selectFrom('inbound_messages')
      .select(['wamid', 'body', 'response_attempts'])
      .where('wamid', 'in', received)
      .execute()
    const sent = await db.selectFrom('attempts').selectAll().where('wamid', '=', mail).execute()
    const said = bubbles
      .filter(one => one.wamid === mail || own.some(({ id }) => one.content.includes(id)))
      .map(({ state, reached, failsWith }) => ({ state, reached, failsWith }))
    lines.push(`${token}: ${JSON.stringify({ wanted, mail, wrote, own, inbound, sent, said })}`)
  }
  return lines
}

/** What is not at its end yet, in words; empty when everything is. */
export async function describePending(world: AnswersWorld, tasks: Task[]): Promise<string> {
  const replies = await world.db.selectFrom('replies').select(['id', 'state', 'filing', 'due_at']).where('due_at', 'is not', null).execute()
  const acts = await world.db.selectFrom('mailbox_actions').select(['id', 'state']).where('due_at', 'is not', null).execute()
  const inbound = await world.db.selectFrom('inbound_messages').select('wamid').where('answered_at', 'is', null).execute()
  const unheard = tasks.flatMap(task =>
    task.wrote.filter(one => !one.received && !task.wrote.some(other => other.step === one.step && other.received)),
  )
  return [
    ...replies.map(row => `answer ${row.id} is ${row.state}, filing ${row.filing}`),
    ...acts.map(row => `act ${row.id} is ${row.state}`),
    ...inbound.map(row => `message ${row.wamid} has no answer`),
    ...unheard.map(one => `${one.step} ${one.wamid} was not received`),
  ]
    .slice(0, 5)
    .join('; ')
}
