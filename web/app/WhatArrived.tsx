// The text of a mail as a bubble on the phone's wall, cut to what a glance takes in; its attachments by name.
import { useState } from 'react'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { Button } from '../ui/Button.tsx'
import { Bubble, Chat } from '../ui/Phone.tsx'
import { sizeText } from '../ui/size.ts'
import { useLanguage, useWords } from '../words.tsx'
import { useHead } from './ForwardedRow.tsx'

const firstText = 360
const longestText = 1200

export function WhatArrived({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const { from, subject } = useHead()(message)
  const [isLong, setLong] = useState(false)
  if (message.body === null) return <p className="text-sm text-ink-2">{t('arrived.erased')}</p>
  const text = tidy(message.body)
  const shown = cut(text, isLong ? longestText : firstText)
  const at = new Date(message.arrivedAt).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (
    <>
      <Chat className="rounded-hull-lg">
        <Bubble time={at}>
          <p className="wrap-anywhere">
            <b>{subject}</b>
          </p>
          <p className="soft wrap-anywhere">
            {from}
            {message.from?.name && `\n${message.from.address}`}
          </p>
          {(shown || !message.lack) && <p className="wrap-anywhere">{shown || t('arrived.noText')}</p>}
          {message.lack && <p className="soft wrap-anywhere">{message.lack}</p>}
          {message.attachments.map((file, nth) => (
            // oxlint-disable-next-line react/no-array-index-key -- two attachments may share a name
            <p key={nth} className="soft text-xs wrap-anywhere">
              {t('arrived.file', { name: file.name || t('arrived.unnamed'), size: sizeText(file.sizeBytes, language) })}
            </p>
          ))}
        </Bubble>
      </Chat>
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

/** Cuts after a whole word, never inside a letter. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, most)
  const space = head.search(/\s\S*$/)
  return `${(space > most / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`
}
