// How an account sends replies: by which server, under which name, and whether that works.
import { useRef, useState } from 'react'
import type { Mailbox } from '../../../../core/api/mail.ts'
import type { Outgoing } from '../../../../core/api/outgoing.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeleton.tsx'
import { StateLabel } from '../../../ui/feedback/StateLabel.tsx'
import { Card, Facts } from '../../../ui/layout/Card.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Address } from '../../../ui/text/Address.tsx'
import { useWords } from '../../../words/words.tsx'
import { AnsweringName } from './ReplyIdentity.tsx'
import { AnsweringServer } from './ReplyServer.tsx'
import { useCheckOutgoing, useOutgoing } from './reply-settings.ts'

export function AnsweringCard({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('answering')
  const explain = useExplain()
  const outgoing = useOutgoing(mailbox.id)
  const check = useCheckOutgoing(mailbox.id)
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2>{t('title')}</h2>
        {outgoing.data && <Standing outgoing={outgoing.data} tested={check.data?.ok ?? null} />}
      </div>
      {outgoing.isPending && <SkeletonRows rows={3} />}
      {outgoing.error && <Note kind="danger">{explain(outgoing.error)}</Note>}
      {outgoing.data && <Whole mailbox={mailbox} outgoing={outgoing.data} check={check} />}
    </Card>
  )
}

/** `tested`: what a test has just found; null before one. */
function Standing({ outgoing: { through, settings, mustConfirm }, tested }: { outgoing: Outgoing; tested: boolean | null }) {
  const t = useWords('answering')
  if (through === 'us') return null
  if (!settings) return <StateLabel kind="bad" word={t('unknown')} />
  if (mustConfirm) return <StateLabel kind="warn" word={t('unconfirmed')} />
  return tested === false ? <StateLabel kind="bad" word={t('broken')} /> : <StateLabel kind="ok" word={t(tested ? 'works' : 'known')} />
}

type Check = ReturnType<typeof useCheckOutgoing>

function Whole({ mailbox, outgoing, check }: { mailbox: Mailbox; outgoing: Outgoing; check: Check }) {
  const t = useWords('answering')
  const [open, setOpen] = useState<'server' | 'name' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { through, settings, mustConfirm } = outgoing
  const close = () => setOpen(null)
  const isOwn = through === 'account'
  return (
    <>
      {!isOwn && <p className="text-sm text-ink-2">{t('throughUs', { address: outgoing.aliases[0] ?? 'none' })}</p>}
      {isOwn && !settings && <Note kind="warn">{t('unknownText')}</Note>}
      {isOwn && mustConfirm && <Note kind="warn">{t('unconfirmedText')}</Note>}
      <How mailbox={mailbox} outgoing={outgoing} />
      {isOwn && <Tested check={check} />}
      <div className="flex flex-wrap gap-2">
        {isOwn && settings && !mustConfirm && (
          <Button look="quiet" small busy={check.isPending} onClick={() => check.mutate()}>
            {t('test')}
          </Button>
        )}
        {isOwn && (
          <Button look={settings && !mustConfirm ? 'quiet' : 'primary'} small onClick={() => setOpen('server')}>
            {t(!settings ? 'server.enter' : mustConfirm ? 'server.confirm' : 'server')}
          </Button>
        )}
        <Button look="quiet" small onClick={() => setOpen('name')}>
          {t('name')}
        </Button>
      </div>
      <Dialog open={open === 'server'} onClose={close} title={t('server')} lead={<Address of={mailbox.address} />} wide>
        <AnsweringServer mailbox={mailbox} outgoing={outgoing} onSaved={check.reset} onClose={close} />
      </Dialog>
      <Dialog open={open === 'name'} onClose={close} title={t('name')} lead={<Address of={mailbox.address} />} first={field} wide>
        <AnsweringName mailbox={mailbox} outgoing={outgoing} first={field} onClose={close} />
      </Dialog>
    </>
  )
}

function How({ mailbox, outgoing }: { mailbox: Mailbox; outgoing: Outgoing }) {
  const t = useWords('answering')
  const account = useWords('accounts')
  const { settings, name, aliases, signature } = outgoing
  const facts = [
    ...(settings
      ? [
          { name: t('host'), value: <bdi className="wrap-anywhere">{settings.host}</bdi> },
          { name: account('form.port'), value: settings.port },
          { name: account('form.security'), value: account(`form.${settings.security}`) },
          { name: account('form.username'), value: <Address of={settings.username} /> },
          { name: t('signIn'), value: t('signInBy', { how: mailbox.signIn ?? 'password', provider: mailbox.provider?.name ?? '' }) },
        ]
      : []),
    ...(name ? [{ name: t('name.name'), value: <span className="wrap-anywhere">{name}</span> }] : []),
    ...(aliases.length ? [{ name: t('alsoAs'), value: <Addresses of={aliases} /> }] : []),
    ...(signature
      ? [{ name: t('signature'), value: <span className="line-clamp-4 wrap-anywhere whitespace-pre-line">{signature}</span> }]
      : []),
  ]
  return facts.length > 0 ? <Facts facts={facts} /> : null
}

function Addresses({ of: addresses }: { of: readonly string[] }) {
  return (
    <ul>
      {addresses.map(address => (
        <li key={address}>
          <Address of={address} />
        </li>
      ))}
    </ul>
  )
}

function Tested({ check }: { check: Check }) {
  const t = useWords('answering')
  const explain = useExplain()
  if (check.isPending) return <Note>{t('testing')}</Note>
  if (check.error) return <Note kind="danger">{explain(check.error)}</Note>
  if (!check.data) return null
  return (
    <Note kind={check.data.ok ? 'ok' : 'danger'} alert>
      {check.data.message} {check.data.fingerprint && t('certificate')}
    </Note>
  )
}
