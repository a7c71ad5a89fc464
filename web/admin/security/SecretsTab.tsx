// The signing keys and how to rotate them, and the age of every secret.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type KnownSecret,
  listSecretsApi,
  listSigningKeysApi,
  rotateSigningKeyApi,
  type SigningKey,
} from '../../../core/api/admin/secrets.ts'
import { useAuth, useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { StateLabel } from '../../ui/feedback/StateLabel.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { type Column, Table } from '../../ui/layout/Table.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'
import { Later, LoadFailure, Moment } from './cells.tsx'

/** A new key starts signing within seconds. */
const keysRefreshMs = 5_000

export function SecretsTab() {
  return (
    <>
      <SigningKeys />
      <Secrets />
      <MasterKeySteps />
    </>
  )
}

function SigningKeys() {
  const t = useWords('adminsecurity')
  const call = useCall()
  const queries = useQueryClient()
  const { roles } = useAuth()
  const [isRotating, setRotating] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'security', 'signing-keys'],
    queryFn: ({ signal }) => call(listSigningKeysApi, 'GET', '/api/admin/security/signing-keys', { signal }),
    refetchInterval: keysRefreshMs,
  })
  const rotate = async (reason: string) => {
    await call(rotateSigningKeyApi, 'POST', '/api/admin/security/signing-keys', { body: { reason } })
    await queries.invalidateQueries({ queryKey: ['admin', 'security'] })
  }
  return (
    <Card flush className="min-w-0">
      <CardHead
        title={t('signing.title')}
        action={
          roles.includes('admin') && (
            <Button look="quiet" small onClick={() => setRotating(true)}>
              {t('signing.rotate')}
            </Button>
          )
        }
      >
        {t('signing.text')}
      </CardHead>
      {error && !data ? (
        <div className="px-(--pad) pb-4">
          <LoadFailure error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <Table caption={t('signing.title')} columns={useKeyColumns()} rows={data?.items} keyOf={row => row.kid} />
      )}
      <ConfirmAction
        open={isRotating}
        onClose={() => setRotating(false)}
        title={t('signing.rotateTitle')}
        action={t('signing.rotate')}
        word={t('signing.word')}
        onConfirm={rotate}
      >
        <p>{t('signing.rotateText')}</p>
      </ConfirmAction>
    </Card>
  )
}

const keyLooks = { next: 'info', signing: 'ok', verifying: 'off' } as const

function useKeyColumns(): Column<SigningKey>[] {
  const t = useWords('adminsecurity')
  return [
    { key: 'kid', head: t('signing.key'), cell: row => <code>{row.kid}</code> },
    {
      key: 'state',
      head: t('signing.state'),
      cell: row => <StateLabel kind={keyLooks[row.state]} label={t(`signing.state.${row.state}`)} />,
    },
    {
      key: 'since',
      head: t('signing.since'),
      cell: row => (row.state === 'next' ? <Later at={row.signsAt} /> : <Moment at={row.signsAt} />),
    },
    { key: 'retires', head: t('signing.retires'), cell: row => (row.retiresAt ? <Later at={row.retiresAt} /> : t('signing.retiresNever')) },
  ]
}

function Secrets() {
  const t = useWords('adminsecurity')
  const call = useCall()
  const columns = useSecretColumns()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'security', 'secrets'],
    queryFn: ({ signal }) => call(listSecretsApi, 'GET', '/api/admin/security/secrets', { signal }),
  })
  return (
    <Card flush className="min-w-0">
      <CardHead title={t('secrets.title')}>{t('secrets.text')}</CardHead>
      {error ? (
        <div className="px-(--pad) pb-4">
          <LoadFailure error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <Table caption={t('secrets.title')} columns={columns} rows={data?.items} keyOf={row => row.name} />
      )}
      <p className="px-(--pad) py-3 text-sm text-ink-2">{t('secrets.from')}</p>
    </Card>
  )
}

const masterSteps = ['start', 'finish', 'forget'] as const

export function MasterKeySteps() {
  const t = useWords('adminsecurity')
  return (
    <Card>
      <h2>{t('secrets.master.title')}</h2>
      <p className="max-w-[64ch] text-ink-2">{t('secrets.master.text')}</p>
      <ol className="grid list-decimal gap-3 ps-5">
        {masterSteps.map(step => (
          <li key={step}>
            <code className="wrap-anywhere">{t('secrets.master.command', { step })}</code>
            <p className="text-sm text-ink-2">{t(`secrets.master.${step}`)}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function useSecretColumns(): Column<KnownSecret>[] {
  const t = useWords('adminsecurity')
  return [
    { key: 'name', head: t('secrets.name'), cell: row => <SecretName secret={row} /> },
    { key: 'place', head: t('secrets.place'), cell: row => t(`secrets.place.${row.place}`) },
    { key: 'since', head: t('secrets.since'), cell: row => (row.since ? <Moment at={row.since} /> : t('secrets.sinceUnknown')) },
    {
      ...{ key: 'advice', head: t('secrets.advice') },
      cell: row => (
        <span className="block max-w-[48ch] whitespace-normal">{t(row.isOld ? `secrets.old.${row.kind}` : 'secrets.fresh')}</span>
      ),
    },
  ]
}

function SecretName({ secret: { name, kind } }: { secret: KnownSecret }) {
  const t = useWords('adminsecurity')
  if (kind === 'master' || kind === 'push') return t(`secrets.kind.${kind}`)
  if (kind === 'signing' || kind === 'service') return t(`secrets.kind.${kind}`, { name })
  return <code>{name}</code>
}
