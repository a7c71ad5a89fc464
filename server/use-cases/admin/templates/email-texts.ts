// Handles staff requests about the texts of the product's own emails: list, edit, preview, test and restore them.
import type * as api from '../../../../core/api/admin/email-texts.ts'
import { type EmailKind, type EmailTexts, emailKinds } from '../../../../core/notifications/email-kinds.ts'
import { type Language, languages } from '../../../../core/words/languages.ts'
import type { Translate, Words } from '../../../../core/words/words.ts'
import { readEmail } from '../../../account/owners.ts'
import { recordStaffAction } from '../../../account/staff-log.ts'
import {
  type EmailTextVersion,
  getTextVersion,
  listCurrentTexts,
  listTextVersions,
  saveTextVersion,
} from '../../../foundation/db/email-texts.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { defaultTexts, usableTexts, withEmailTexts } from '../../../foundation/email-texts.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { AuthenticatedRequest, UserHandler } from '../../../foundation/http/route.ts'
import type { Mailer, SystemEmail } from '../../../foundation/mailer.ts'
import { loadWords } from '../../../foundation/words.ts'
import { describeProblems, stateOf, toDetail, withoutDefaults } from './email-text-view.ts'

export interface EmailTextDeps {
  db: Db
  now(): Date
  say: Translate<'admintemplates'>
  mailer: Pick<Mailer, 'enqueue' | 'wake'>
  /** Renders an email with sample values. */
  sample(kind: EmailKind, words: Words): Omit<SystemEmail, 'to'>
}

export interface EmailTextHandlers {
  list: UserHandler<typeof api.listEmailTextsApi>
  get: UserHandler<typeof api.getEmailTextApi>
  save: UserHandler<typeof api.saveEmailTextApi>
  restore: UserHandler<typeof api.restoreEmailTextApi>
  preview: UserHandler<typeof api.previewEmailTextApi>
  test: UserHandler<typeof api.sendTestEmailApi>
}

export function emailTextHandlers(deps: EmailTextDeps): EmailTextHandlers {
  const { db, say, now, mailer } = deps
  return {
    list: async ({ query }) => ({ items: await listRows(db, query), next: null }),
    get: ({ params }) => readDetail(deps, params),
    async save({ params, body, ...request }) {
      const texts = withoutDefaults(body.texts, defaultTexts(params.kind, params.language))
      requireFine(deps, params.kind, texts)
      await saveVersion(deps, request, { ...params, texts }, body.version)
      return readDetail(deps, params)
    },
    async restore({ params, body, ...request }) {
      const { kind, language } = params
      const restored = body.version === 0 ? { texts: {} } : await getTextVersion(db, kind, language, body.version)
      if (!restored) throw new HttpError(404, 'version_unknown', say('email.refused.version'))
      requireFine(deps, kind, restored.texts)
      const [current] = await listTextVersions(db, kind, language, 1)
      await saveVersion(deps, request, { kind, language, texts: restored.texts }, current?.version ?? 0)
      return readDetail(deps, params)
    },
    async preview({ params, body }) {
      const { email, problems } = renderDraft(deps, params, body.texts)
      return { subject: email.subject, text: email.text, html: email.html, problems }
    },
    async test({ params, body, ...request }) {
      const { email } = renderDraft(deps, params, requireFine(deps, params.kind, body.texts))
      const to = await readEmail(db, request.userId)
      if (!to) throw new HttpError(409, 'no_email', say('email.refused.noAddress'))
      await db.transaction().execute(async tx => {
        await mailer.enqueue(tx, { ...email, to })
        await recordStaffAction(tx, request, now(), { name: 'email_text.tested', ...resourceOf(params) })
      })
      mailer.wake()
      return {}
    },
  }
}

interface EmailRef {
  kind: EmailKind
  language: Language
}

type Staff = Pick<AuthenticatedRequest<typeof api.saveEmailTextApi>, 'userId' | 'request'>

async function listRows(
  db: Db,
  query: { group?: string | undefined; language?: string | undefined; state?: string | undefined },
): Promise<api.EmailTextRow[]> {
  const current = new Map((await listCurrentTexts(db)).map(one => [`${one.kind} ${one.language}`, one]))
  return Object.entries(emailKinds)
    .flatMap(([name, { group }]) => {
      const kind = name as EmailKind
      return languages.map((language): api.EmailTextRow => {
        const version = current.get(`${kind} ${language}`)
        const changedAt = version?.createdAt.toISOString() ?? null
        return { kind, language, group, state: stateOf(kind, language, version), version: version?.version ?? 0, changedAt }
      })
    })
    .filter(
      row =>
        [query.group ?? row.group, query.language ?? row.language, query.state ?? row.state].join() ===
        [row.group, row.language, row.state].join(),
    )
}

/** How many versions are listed; older ones stay in the database. */
const maxVersions = 50

async function readDetail({ db, say }: EmailTextDeps, { kind, language }: EmailRef): Promise<api.EmailTextDetail> {
  const versions = await listTextVersions(db, kind, language, maxVersions)
  const authors = [...new Set(versions.map(version => version.createdBy))]
  const found = authors.length === 0 ? [] : await db.selectFrom('users').select(['id', 'email']).where('id', 'in', authors).execute()
  return toDetail(say, { kind, language }, versions, new Map(found.map(user => [user.id, user.email])))
}

async function saveVersion(
  { db, say, now }: EmailTextDeps,
  staff: Staff,
  { kind, language, texts }: EmailRef & { texts: EmailTexts },
  basedOn: number,
): Promise<void> {
  const version: EmailTextVersion = {
    ...{ kind, language, texts, version: basedOn + 1, defaults: defaultTexts(kind, language) },
    ...{ createdBy: staff.userId, createdAt: now() },
  }
  await db.transaction().execute(async tx => {
    if (!(await saveTextVersion(tx, version))) throw new HttpError(409, 'changed_meanwhile', say('email.refused.changed'))
    const before = basedOn === 0 ? null : { version: basedOn }
    // Logs only the names of the parts; their text is in the history.
    const after = { version: version.version, parts: Object.keys(texts) }
    await recordStaffAction(tx, staff, now(), { name: 'email_text.changed', ...resourceOf(version), before, after })
  })
}

const resourceOf = ({ kind, language }: { kind: EmailKind; language: string }) => ({
  resourceType: 'email_text',
  resourceId: `${kind}:${language}`,
})

function renderDraft(deps: EmailTextDeps, { kind, language }: EmailRef, texts: EmailTexts) {
  const usable = usableTexts(kind, texts)
  const words = withEmailTexts(loadWords(language), [{ kind, texts: usable.texts }])
  return { email: deps.sample(kind, words), problems: describeProblems(deps.say, usable.problems) }
}

function requireFine({ say }: EmailTextDeps, kind: EmailKind, texts: EmailTexts): EmailTexts {
  const problems = describeProblems(say, usableTexts(kind, texts).problems)
  if (problems.length > 0) throw new HttpError(422, 'bad_text', problems.map(({ message }) => message).join(' '), { problems })
  return texts
}
