// How an account sends replies: its server, its name, and whether that works.
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
import { ReplyIdentity } from './ReplyIdentity.tsx'
import { ReplyServer } from './ReplyServer.tsx'
import { useCheckOutgoing, useOutgoing } from './reply-settings.ts'

export function ReplySettingsCard({ mailbox }: { mailbox: Mailbox }) {
  const t = useWords('answering')
  const explain = useExplain()
  const outgoing = useOutgoing(mailbox.id)
  const check = useCheckOutgoing(mailbox.id)
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2>{t('title')}</h2>
        {outgoing.data && <ReplyState outgoing={outgoing.data} works={check.data?.ok ?? null} />}
      </div>
      {outgoing.isPending && <SkeletonRows rows={3} />}
      {outgoing.error && <Note kind="danger">{explain(outgoing.error)}</Note>}
      {outgoing.data && <ReplySettings mailbox={mailbox} outgoing={outgoing.data} check={check} />}
    </Card>
  )
}

/** `works`: the result of the latest test; null before the first. */
function ReplyState({ outgoing: { through, settings, mustConfirm }, works }: { outgoing: Outgoing; works: boolean | null }) {
  const t = useWords('answering')
  if (through === 'us') return null
  if (!settings) return <StateLabel kind="bad" label={t('unknown')} />
  if (mustConfirm) return <StateLabel kind="warn" label={t('unconfirmed')} />
  return works === false ? <StateLabel kind="bad" label={t('broken')} /> : <StateLabel kind="ok" label={t(works ? 'works' : 'known')} />
}

type Check = ReturnType<typeof useCheckOutgoing>

function ReplySettings({ mailbox, outgoing, check }: { mailbox: Mailbox; outgoing: Outgoing; check: Check }) {
  const t = useWords('answering')
  const [open, setOpen] = useState<'server' | 'name' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { through, settings, mustConfirm } = outgoing
  const close = () => setOpen(null)
  const isOwnServer = through === 'account'
  return (
    <>
      {!isOwnServer && <p className="text-sm text-ink-2">{t('throughUs', { address: outgoing.aliases[0] ?? 'none' })}</p>}
      {isOwnServer && !settings && <Note kind="warn">{t('unknownText')}</Note>}
      {isOwnServer && mustConfirm && <Note kind="warn">{t('unconfirmedText')}</Note>}
      <SettingsFacts mailbox={mailbox} outgoing={outgoing} />
      {isOwnServer && <TestResult check={check} />}
      <div className="flex flex-wrap gap-2">
        {isOwnServer && settings && !mustConfirm && (
          <Button look="quiet" small busy={check.isPending} onClick={() => check.mutate()}>
            {t('test')}
          </Button>
        )}
        {isOwnServer && (
          <Button look={settings && !mustConfirm ? 'quiet' : 'primary'} small onClick={() => setOpen('server')}>
            {t(!settings ? 'server.enter' : mustConfirm ? 'server.confirm' : 'server')}
          </Button>
        )}
        <Button look="quiet" small onClick={() => setOpen('name')}>
          {t('name')}
        </Button>
      </div>
      <Dialog open={open === 'server'} onClose={close} title={t('server')} lead={<Address address={mailbox.address} />} wide>
        <ReplyServer mailbox={mailbox} outgoing={outgoing} onSaved={check.reset} onClose={close} />
      </Dialog>
      <Dialog
        open={open === 'name'}
        onClose={close}
        title={t('name')}
        lead={<Address address={mailbox.address} />}
        initialFocus={field}
        wide
      >
        <ReplyIdentity mailbox={mailbox} outgoing={outgoing} first={field} onClose={close} />
      </Dialog>
    </>
  )
}

function SettingsFacts({ mailbox, outgoing }: { mailbox: Mailbox; outgoing: Outgoing }) {
  const t = useWords('answering')
  const account = useWords('accounts')
  const { settings, name, aliases, signature } = outgoing
  const facts = [
    ...(settings
      ? [
          { name: t('host'), value: <bdi className="wrap-anywhere">{settings.host}</bdi> },
          { name: account('form.port'), value: settings.port },
          { name: account('form.security'), value: account(`form.${settings.security}`) },
          { name: account('form.username'), value: <Address address={settings.username} /> },
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
          <Address address={address} />
        </li>
      ))}
    </ul>
  )
}

function TestResult({ check }: { check: Check }) {
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
