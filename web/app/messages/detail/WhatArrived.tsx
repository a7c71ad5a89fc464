// The beginning of an email's text, and the names of its attachments.
import { useState } from 'react'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import { Button } from '../../../ui/Button.tsx'
import { sizeText } from '../../../ui/text/size.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useHead } from '../list/MessageRow.tsx'

const firstText = 360
const longestText = 1200

/** `folded`: collapsed, since the phone shows it already. */
export function WhatArrived({ message, folded = false }: { message: MessageDetail; folded?: boolean }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const { from, subject } = useHead()(message)
  const [isLong, setLong] = useState(false)
  const [isFolded, setFolded] = useState(folded)
  if (message.body === null) return <p className="text-sm text-ink-2">{t('arrived.erased')}</p>
  if (isFolded)
    return (
      <Button look="quiet" small className="justify-self-start" aria-expanded={false} onClick={() => setFolded(false)}>
        {t('arrived.open')}
      </Button>
    )
  const text = tidy(message.body)
  const shown = cut(text, isLong ? longestText : firstText)
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
        {(shown || !message.missing) && <p dir="auto">{shown || t('arrived.noText')}</p>}
        {message.missing && <p className="text-ink-2">{message.missing}</p>}
        {message.attachments.map((file, nth) => (
          // oxlint-disable-next-line react/no-array-index-key -- two attachments may share a name
          <p key={nth} className="text-ink-2">
            {t('arrived.file', { name: file.name || t('arrived.unnamed'), size: sizeText(file.sizeBytes, language) })}
          </p>
        ))}
      </div>
      {shown !== text && !isLong && (
        <Button look="bare" small className="justify-self-start" onClick={() => setLong(true)}>
          {t('arrived.show')}
        </Button>
      )}
      {shown !== text && isLong && <p className="text-sm text-ink-2">{t('arrived.more')}</p>}
    </>
  )
}

/** Mail text without its many empty lines. */
const tidy = (body: string): string =>
  body
    .replaceAll('\r\n', '\n')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Cuts between words, never inside a character. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, most)
  const space = head.search(/\s\S*$/)
  return `${(space > most / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`
}
