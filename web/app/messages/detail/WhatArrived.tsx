// The beginning of an email's text, and the names of its attachments.
import { useState } from 'react'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import { Button } from '../../../ui/Button.tsx'
import { formatSize } from '../../../ui/text/size.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useSenderAndSubject } from '../list/MessageListRow.tsx'

const previewLength = 360
const expandedLength = 1200

/** `isCollapsed`: starts closed, since the phone preview shows the text already. */
export function WhatArrived({ message, isCollapsed = false }: { message: MessageDetail; isCollapsed?: boolean }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const { from, subject } = useSenderAndSubject()(message)
  const [isLong, setLong] = useState(false)
  const [isClosed, setClosed] = useState(isCollapsed)
  if (message.body === null) return <p className="text-sm text-ink-2">{t('arrived.erased')}</p>
  if (isClosed)
    return (
      <Button look="quiet" small className="justify-self-start" aria-expanded={false} onClick={() => setClosed(false)}>
        {t('arrived.open')}
      </Button>
    )
  const text = collapseLines(message.body)
  const visible = truncate(text, isLong ? expandedLength : previewLength)
  return (
    <>
      <div className="grid gap-2 rounded-hull-lg bg-bg px-4 py-3 text-sm whitespace-pre-line wrap-anywhere">
        <p dir="auto">
          <b>{subject}</b>
        </p>
        <p className="text-ink-2" dir="auto">
          {from}
          {message.from?.name && `\n${message.from.address}`}
        </p>
        {(visible || !message.missing) && <p dir="auto">{visible || t('arrived.noText')}</p>}
        {message.missing && <p className="text-ink-2">{message.missing}</p>}
        {message.attachments.map((file, nth) => (
          // oxlint-disable-next-line react/no-array-index-key -- two attachments may share a name
          <p key={nth} className="text-ink-2">
            {t('arrived.file', { name: file.name || t('arrived.unnamed'), size: formatSize(file.sizeBytes, language) })}
          </p>
        ))}
      </div>
      {visible !== text && !isLong && (
        <Button look="bare" small className="justify-self-start" onClick={() => setLong(true)}>
          {t('arrived.show')}
        </Button>
      )}
      {visible !== text && isLong && <p className="text-sm text-ink-2">{t('arrived.more')}</p>}
    </>
  )
}

/** Collapses runs of empty lines, which are common in email. */
const collapseLines = (body: string): string =>
  body
    .replaceAll('\r\n', '\n')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Cuts between words, never inside a character. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.slice(0, maxLength)
  const space = start.search(/\s\S*$/)
  return `${(space > maxLength / 2 ? start.slice(0, space) : start.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`
}
