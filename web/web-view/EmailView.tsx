// The web view of an email: sender, recipients, date, attachments, and the email itself on white.
import { ImageOff, Paperclip } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { WebView } from '../../core/api/web-view.ts'
import { otherDates } from '../../core/message/shown-dates.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { Address } from '../ui/text/Address.tsx'
import { formatExactTime } from '../ui/text/Ago.tsx'
import { formatSize } from '../ui/text/size.ts'
import { useLanguage, useWords } from '../words/words.tsx'
import { type CleanedEmail, cleanEmail } from './clean-html.ts'
import { EmailFrame } from './EmailFrame.tsx'
import { PlainText } from './PlainText.tsx'
import { SenderStatus } from './SenderCheck.tsx'

export function EmailView({ email }: { email: WebView }) {
  const t = useWords('whole')
  const cleanedEmail = useMemo(() => email.page && cleanEmail(email.page), [email.page])
  return (
    <article className="card card-flush grid grid-cols-1 overflow-hidden">
      <header className="grid gap-4 px-(--pad) py-5">
        <h1 className="text-2xl wrap-anywhere">
          <bdi>{email.subject || t('subject.none')}</bdi>
        </h1>
        <AddressHeaders email={email} />
        <SenderStatus message={email} />
        {email.attachments.length > 0 && <Attachments email={email} />}
        {email.missing && <Note>{email.missing}</Note>}
        {email.page && !cleanedEmail && <Note>{t('tooMuch')}</Note>}
        {cleanedEmail && cleanedEmail.remotePictures > 0 && (
          <Note icon={ImageOff}>{t('pictures', { n: cleanedEmail.remotePictures })}</Note>
        )}
      </header>
      <div className="border-t border-line">
        {cleanedEmail ? <EmailFrame email={cleanedEmail} /> : <PlainText text={collapseBlankLines(email.text)} />}
      </div>
      <Footnotes email={email} cleanedEmail={cleanedEmail} />
    </article>
  )
}

function AddressHeaders({ email }: { email: WebView }) {
  const t = useWords('whole')
  const { from, to, cc, datedAt } = email
  const { readAt, writtenAt } = otherDates(email)
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-sm">
      <HeaderRow name={t('from')}>{from ? <Person person={from} /> : t('from.none')}</HeaderRow>
      {to.length > 0 && <HeaderRow name={t('to')}>{renderPeople(to)}</HeaderRow>}
      {cc.length > 0 && <HeaderRow name={t('cc')}>{renderPeople(cc)}</HeaderRow>}
      <DateRow name={t('arrived')} at={new Date(datedAt)} />
      {writtenAt && <DateRow name={t('written')} at={writtenAt} />}
      {readAt && <DateRow name={t('readHere')} at={readAt} />}
    </dl>
  )
}

function DateRow({ name, at }: { name: string; at: Date }) {
  const language = useLanguage()
  return (
    <HeaderRow name={name}>
      <time dateTime={at.toISOString()}>{formatExactTime(at, language)}</time>
    </HeaderRow>
  )
}

const HeaderRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

const renderPeople = (people: WebView['to']) =>
  people.map((person, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- an email may name somebody twice
    <span key={index}>
      {index > 0 && ', '}
      <Person person={person} />
    </span>
  ))

const Person = ({ person: { name, address } }: { person: WebView['to'][number] }) =>
  name ? (
    <>
      <bdi className="font-strong">{name}</bdi>{' '}
      <span className="text-ink-2">
        <Address address={address} />
      </span>
    </>
  ) : (
    <Address address={address} />
  )

function Attachments({ email: { attachments } }: { email: WebView }) {
  const t = useWords('whole')
  const language = useLanguage()
  return (
    <ul aria-label={t('files')} className="flex flex-wrap gap-2 text-sm">
      {attachments.map((file, index) => {
        const label = t('file', { name: file.name || t('file.unnamed'), size: formatSize(file.sizeBytes, language) })
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two files may share a name
          <li key={index} className="flex max-w-full items-center gap-2 rounded-hull bg-bg px-3 py-1.5">
            <Paperclip size={14} aria-hidden className="flex-none text-ink-3" />
            <span className="min-w-0 wrap-anywhere">{file.href ? <a href={file.href}>{label}</a> : label}</span>
          </li>
        )
      })}
    </ul>
  )
}

const maxHosts = 8

function Footnotes({ email, cleanedEmail }: { email: WebView; cleanedEmail: CleanedEmail | null }) {
  const t = useWords('whole')
  const cutNote = cleanedEmail ? (email.page?.isCut ? t('cut') : null) : email.isTextCut ? t('textCut') : null
  const hosts = cleanedEmail?.hosts ?? []
  if (!cutNote && hosts.length === 0) return null
  const links = hosts.reduce((sum, { count }) => sum + count, 0)
  return (
    <footer className="grid gap-3 border-t border-line px-(--pad) py-4 text-sm text-ink-2">
      {cutNote && <p>{cutNote}</p>}
      {hosts.length > 0 && (
        <details>
          <summary className="cursor-pointer">{t('hosts', { n: links })}</summary>
          <ul className="mt-2 grid gap-1">
            {hosts.slice(0, maxHosts).map(({ host, count }) => (
              <li key={host} className="wrap-anywhere">
                {t('host', { host, n: count })}
              </li>
            ))}
            {hosts.length > maxHosts && <li>{t('hosts.more', { n: hosts.length - maxHosts })}</li>}
          </ul>
        </details>
      )}
    </footer>
  )
}

const collapseBlankLines = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
