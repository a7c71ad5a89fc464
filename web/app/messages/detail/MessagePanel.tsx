// One email beside the list; on narrow screens a sheet over it, below the top bar.
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import { otherDates } from '../../../../core/message/shown-dates.ts'
import { ApiError } from '../../../ApiError.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Address } from '../../../ui/text/Address.tsx'
import { formatExactTime } from '../../../ui/text/Ago.tsx'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useMessage } from '../../queries/messages.ts'
import { findRow, useSenderAndSubject } from '../list/MessageListRow.tsx'
import { MessageStory } from './MessageStory.tsx'

interface PanelProps {
  id: string
  now: Date
  onClose(): void
}

export function MessagePanel({ id, now, onClose }: PanelProps) {
  const t = useWords('forwarded')
  const senderAndSubject = useSenderAndSubject()
  const title = useRef<HTMLHeadingElement>(null)
  const message = useMessage(id)
  const isNotFound = message.error instanceof ApiError && message.error.status === 404
  const heading = message.data ? senderAndSubject(message.data).subject : t(isNotFound ? 'panel.unknown' : 'panel.loading')
  const shell = { title, heading, onClose, close: t('panel.close'), fromTo: message.data && <FromTo message={message.data} />, id }
  return (
    <PanelFrame {...shell}>
      {message.data ? (
        <MessageStory message={message.data} now={now} />
      ) : isNotFound ? (
        <NotFound />
      ) : message.error ? (
        <LoadFailure error={message.error} onRetry={() => void message.refetch()} />
      ) : (
        <PanelSkeleton />
      )}
    </PanelFrame>
  )
}

interface FrameProps {
  id: string
  title: RefObject<HTMLHeadingElement | null>
  heading: string
  fromTo: ReactNode
  close: string
  onClose(): void
  children: ReactNode
}

const PanelFrame = (props: FrameProps) => (useIsWide() ? <Aside {...props} /> : <Sheet {...props} />)

function Aside({ title, heading, fromTo, close, onClose, children }: FrameProps) {
  useEffect(() => title.current?.focus({ preventScroll: true }), [title])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role="dialog"], [role="menu"]')) onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <aside
      aria-label={heading}
      className="card sticky top-5 grid max-h-[calc(100dvh-2.5rem)] grid-cols-1 content-start gap-5 overflow-y-auto"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 ref={title} tabIndex={-1} className="wrap-anywhere outline-none">
            <bdi>{heading}</bdi>
          </h2>
          {fromTo}
        </div>
        <IconButton icon={X} label={close} className="-me-2 -mt-1.5 flex-none" onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}

function Sheet({ id, title, heading, fromTo, close, onClose, children }: FrameProps) {
  return (
    <Dialog.Root open onOpenChange={open => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          initialFocus={title}
          finalFocus={() => findRow(id)}
          className="float fixed inset-x-0 top-[calc(var(--strip,0px)+3.75rem)] bottom-0 z-40 grid content-start gap-5 overflow-y-auto rounded-t-[10px] px-4 pt-4 pb-10 md:start-auto md:end-0 md:top-0 md:w-110 md:rounded-none md:p-6"
        >
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <Dialog.Title ref={title} tabIndex={-1} className="wrap-anywhere outline-none">
                <bdi>{heading}</bdi>
              </Dialog.Title>
              {fromTo}
            </div>
            <Dialog.Close render={<IconButton icon={X} label={close} className="-me-2 -mt-1.5 flex-none" />} />
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function FromTo({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const { from, isErased } = useSenderAndSubject()(message)
  const to = message.to.length > 0 ? message.to.map(person => person.address) : [message.mailboxAddress]
  return (
    <div className="mt-0.5 grid gap-0.5 text-sm wrap-anywhere text-ink-2">
      <p>
        {isErased ? (
          <Address unbroken address={message.mailboxAddress} />
        ) : (
          <Rich
            text={t('panel.way')}
            tags={{
              from: () => (from.includes('@') ? <Address unbroken address={from} /> : <bdi>{from}</bdi>),
              to: () => <Addresses of={to} />,
            }}
          />
        )}
      </p>
      <Dates message={message} />
    </div>
  )
}

/** Its own date, and below it when that isn't all there is to say. */
function Dates({ message }: { message: MessageDetail }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const { readAt, writtenAt } = otherDates(message)
  return (
    <>
      <p>
        <time dateTime={message.datedAt}>{formatExactTime(message.datedAt, language)}</time>
      </p>
      {writtenAt && <p>{t('dates.written', { at: formatExactTime(writtenAt, language) })}</p>}
      {readAt && <p>{t('dates.readHere', { at: formatExactTime(readAt, language) })}</p>}
    </>
  )
}

const Addresses = ({ of: addresses }: { of: string[] }) =>
  addresses.map((address, at) => (
    <Fragment key={address}>
      {at > 0 && ', '}
      <Address unbroken address={address} />
    </Fragment>
  ))

function NotFound() {
  const t = useWords('forwarded')
  return (
    <>
      <p className="text-ink-2">{t('panel.unknown.text')}</p>
      <p>
        <LinkButton to="/forwarded-emails" look="quiet" small>
          {t('panel.back')}
        </LinkButton>
      </p>
    </>
  )
}

function LoadFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useWords('forwarded')
  const explain = useExplain()
  return (
    <>
      <Note kind="danger" alert>
        <b>{t('panel.error')}</b> {explain(error)}
      </Note>
      <p>
        <Button look="quiet" small onClick={onRetry}>
          {t('error.retry')}
        </Button>
      </p>
    </>
  )
}

function PanelSkeleton() {
  const t = useWords('ui')
  return (
    <div className="grid gap-5" aria-busy="true" role="status" aria-label={t('loading')}>
      <Skeleton className="h-9 w-32 rounded-hull" />
      <div className="grid gap-4">
        {['w-3/5', 'w-1/2', 'w-2/3', 'w-2/5'].map(width => (
          <Skeleton key={width} className={`h-3.5 ${width}`} />
        ))}
      </div>
      <Skeleton className="h-40 w-full rounded-hull-lg" />
      <Skeleton className="h-3.5 w-4/5" />
    </div>
  )
}

const wideQuery = '(min-width: 1081px)'

function useIsWide(): boolean {
  return useSyncExternalStore(
    onChange => {
      const query = matchMedia(wideQuery)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(wideQuery).matches,
  )
}
