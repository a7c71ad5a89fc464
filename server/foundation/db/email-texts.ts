// SQL for the texts of our own emails that staff changed, by version.
import { z } from 'zod/mini'
import { type EmailKind, type EmailTexts, emailPartNames, isEmailKind } from '../../../core/notifications/email-kinds.ts'
import type { Db, Tx } from './pool.ts'
import type { Row } from './tables.ts'

export interface EmailTextVersion {
  kind: EmailKind
  language: string
  version: number
  /** Empty: the catalog's text. */
  texts: EmailTexts
  /** The catalog's text of every part when this version was made. */
  defaults: EmailTexts
  createdBy: string
  createdAt: Date
}

/** The newest version of each email in these languages, or in all. */
export async function listCurrentTexts(db: Db, language?: string): Promise<EmailTextVersion[]> {
  const rows = await db
    .selectFrom('email_texts')
    .distinctOn(['language', 'kind'])
    .selectAll()
    .$if(language !== undefined, query => query.where('language', '=', language ?? ''))
    .orderBy('language')
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute()
  return rows.flatMap(toVersion)
}

/** The newest versions first. */
export async function listTextVersions(db: Db, kind: EmailKind, language: string, limit: number): Promise<EmailTextVersion[]> {
  const rows = await db
    .selectFrom('email_texts')
    .selectAll()
    .where('language', '=', language)
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(toVersion)
}

export async function getTextVersion(db: Db, kind: EmailKind, language: string, version: number): Promise<EmailTextVersion | null> {
  const row = await db
    .selectFrom('email_texts')
    .selectAll()
    .where('language', '=', language)
    .where('kind', '=', kind)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? (toVersion(row)[0] ?? null) : null
}

/** Returns false when this version was saved by somebody else in the meantime. */
export async function saveTextVersion(
  tx: Tx,
  { kind, language, version, texts, defaults, createdBy, createdAt }: EmailTextVersion,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('email_texts')
    .values({
      ...{ kind, language, version },
      ...{ texts: JSON.stringify(texts), defaults: JSON.stringify(defaults) },
      ...{ created_by: createdBy, created_at: createdAt },
    })
    .onConflict(conflict => conflict.columns(['language', 'kind', 'version']).doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows) > 0
}

const Texts = z.pipe(
  z.record(z.string(), z.string()),
  // Parts that this version of the product no longer has are left out.
  z.transform(
    (texts): EmailTexts => Object.fromEntries(Object.entries(texts).filter(([part]) => emailPartNames.some(known => known === part))),
  ),
)

function toVersion(row: Row<'email_texts'>): EmailTextVersion[] {
  const { kind, language, version, texts, defaults, created_by, created_at } = row
  if (!isEmailKind(kind)) return []
  const known = { kind, language, version, createdBy: created_by, createdAt: created_at }
  return [{ ...known, texts: Texts.parse(texts), defaults: Texts.parse(defaults) }]
}
