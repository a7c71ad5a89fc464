// The hosts that the database knows: what each does and holds.
import type { HostHealth } from '../../core/api/health.ts'
import { Card, CardHead } from '../ui/Card.tsx'
import { Table } from '../ui/Table.tsx'
import { useLanguage, useWords } from '../words.tsx'

export function HostTable({ hosts }: { hosts: readonly HostHealth[] }) {
  const t = useWords('admin')
  const list = new Intl.ListFormat(useLanguage(), { type: 'unit' })
  const holds = ({ mailboxes, lanes }: HostHealth) => {
    const held = [...(mailboxes > 0 ? [t('host.watches', { n: mailboxes })] : []), ...(lanes > 0 ? [t('host.lanes', { n: lanes })] : [])]
    return held.length > 0 ? list.format(held) : t('host.nothing')
  }
  return (
    <Card flush>
      <CardHead title={t('hosts')}>{t('hosts.text')}</CardHead>
      <Table
        caption={t('hosts')}
        rows={hosts}
        keyOf={host => host.name}
        columns={[
          { key: 'name', head: t('host'), cell: (host: HostHealth) => (host.isThis ? t('host.this', { name: host.name }) : host.name) },
          { key: 'roles', head: t('host.roles'), cell: (host: HostHealth) => list.format(host.roles.map(role => t(`role.${role}`))) },
          { key: 'holds', head: t('host.holds'), cell: holds },
        ]}
      />
    </Card>
  )
}
