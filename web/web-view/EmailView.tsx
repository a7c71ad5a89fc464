// The web view of an email: sender, recipients, date, attachments, and the email itself on white.
import { ImageOff, Paperclip } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { WebView as Mail } from '../../core/api/web-view.ts'
import { Note } from '../ui/feedback/Note.tsx'
import { Address } from '../ui/text/Address.tsx'
import { exactText } from '../ui/text/Ago.tsx'
import { sizeText } from '../ui/text/size.ts'
import { useLanguage, useWords } from '../words/words.tsx'
import { type Cleaned, cleanMail } from './clean-html.ts'
import { MailFrame } from './EmailFrame.tsx'
import { PlainText } from './PlainText.tsx'
import { SenderCheck } from './SenderCheck.tsx'

export function EmailView({ mail }: { mail: Mail }) {
  const t = useWords('whole')
  const cleaned = useMemo(() => mail.page && cleanMail(mail.page), [mail.page])
  return (
    <article className="card card-flush grid grid-cols-1 overflow-hidden">
      <header className="grid gap-4 px-(--pad) py-5">
        <h1 className="text-2xl wrap-anywhere">
          <bdi>{mail.subject || t('subject.none')}</bdi>
        </h1>
        <People mail={mail} />
        <SenderCheck message={mail} />
        {mail.attachments.length > 0 && <Files mail={mail} />}
        {mail.missing && <Note>{mail.missing}</Note>}
        {mail.page && !cleaned && <Note>{t('tooMuch')}</Note>}
        {cleaned && cleaned.remotePictures > 0 && <Note icon={ImageOff}>{t('pictures', { n: cleaned.remotePictures })}</Note>}
      </header>
      <div className="border-t border-line">{cleaned ? <MailFrame cleaned={cleaned} /> : <PlainText text={tidy(mail.text)} />}</div>
      <Below mail={mail} cleaned={cleaned} />
    </article>
  )
}

function People({ mail: { from, to, cc, arrivedAt } }: { mail: Mail }) {
  const t = useWords('whole')
  const language = useLanguage()
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1 text-sm">
      <Line name={t('from')}>{from ? <Person of={from} /> : t('from.none')}</Line>
      {to.length > 0 && <Line name={t('to')}>{peopleOf(to)}</Line>}
      {cc.length > 0 && <Line name={t('cc')}>{peopleOf(cc)}</Line>}
      <Line name={t('arrived')}>
        <time dateTime={arrivedAt}>{exactText(arrivedAt, language)}</time>
      </Line>
    </dl>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

const peopleOf = (people: Mail['to']) =>
  people.map((person, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- a mail may name somebody twice
    <span key={at}>
      {at > 0 && ', '}
      <Person of={person} />
    </span>
  ))

const Person = ({ of: { name, address } }: { of: Mail['to'][number] }) =>
  name ? (
    <>
      <bdi className="font-strong">{name}</bdi>{' '}
      <span className="text-ink-2">
        <Address of={address} />
      </span>
    </>
  ) : (
    <Address of={address} />
  )

function Files({ mail: { attachments } }: { mail: Mail }) {
  const t = useWords('whole')
  const language = useLanguage()
  return (
    <ul aria-label={t('files')} className="flex flex-wrap gap-2 text-sm">
      {attachments.map((file, at) => {
        const words = t('file', { name: file.name || t('file.unnamed'), size: sizeText(file.sizeBytes, language) })
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two files may share a name
          <li key={at} className="flex max-w-full items-center gap-2 rounded-hull bg-bg px-3 py-1.5">
            <Paperclip size={14} aria-hidden className="flex-none text-ink-3" />
            <span className="min-w-0 wrap-anywhere">{file.href ? <a href={file.href}>{words}</a> : words}</span>
          </li>
        )
      })}
    </ul>
  )
}

const hostsShown = 8

function Below({ mail, cleaned }: { mail: Mail; cleaned: Cleaned | null }) {
  const t = useWords('whole')
  const said = cleaned ? (mail.page?.isCut ? t('cut') : null) : mail.isTextCut ? t('textCut') : null
  const hosts = cleaned?.hosts ?? []
  if (!said && hosts.length === 0) return null
  const links = hosts.reduce((sum, { count }) => sum + count, 0)
  return (
    <footer className="grid gap-3 border-t border-line px-(--pad) py-4 text-sm text-ink-2">
      {said && <p>{said}</p>}
      {hosts.length > 0 && (
        <details>
          <summary className="cursor-pointer">{t('hosts', { n: links })}</summary>
          <ul className="mt-2 grid gap-1">
            {hosts.slice(0, hostsShown).map(({ host, count }) => (
              <li key={host} className="wrap-anywhere">
                {t('host', { host, n: count })}
              </li>
            ))}
            {hosts.length > hostsShown && <li>{t('hosts.more', { n: hosts.length - hostsShown })}</li>}
          </ul>
        </details>
      )}
    </footer>
  )
}

const tidy = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
