// The lists of the console that are timed, each with the filters and searches that its page offers.

export interface ListRequest {
  kind: 'first' | 'filter' | 'search'
  /** Without its question mark. */
  query: string
}

export interface ConsoleList {
  path: string
  /** It answers with a cursor of its next page. */
  isPaged: boolean
  requests: ListRequest[]
}

const first: ListRequest = { kind: 'first', query: '' }
const filters = (...queries: string[]): ListRequest[] => queries.map(query => ({ kind: 'filter', query }))
const searches = (...queries: string[]): ListRequest[] => queries.map(query => ({ kind: 'search', query }))

/** The rows are those of data.ts. */
export const consoleLists: ConsoleList[] = [
  {
    path: '/api/admin/users',
    isPaged: true,
    requests: [
      first,
      ...filters(
        'state=suspended',
        'state=unconfirmed',
        'role=admin',
        'factor=yes',
        'factor=no',
        'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
      ),
      ...searches('q=user777777', 'q=user77', 'q=u', 'q=ada', 'q=ada+7', 'q=155500777', 'q=nobody', 'q=ada&state=suspended'),
    ],
  },
  {
    path: '/api/admin/logs',
    isPaged: true,
    requests: [
      first,
      ...filters(
        'kind=staff',
        'kind=security',
        'action=login_success',
        'action=admin.*',
        'status=warning',
        'source=server',
        'resourceType=user',
      ),
      ...filters('action=suspicious_activity', 'action=login_success&status=error', 'from=2026-10-01T00:00:00Z&to=2026-10-02T00:00:00Z'),
      ...searches('user=user777777@example.com', 'ip=198.51.77.77', 'ip=203.0.113.9'),
    ],
  },
  {
    path: '/api/admin/subscriptions',
    isPaged: true,
    requests: [
      first,
      ...filters('state=past_due', 'state=trialing', 'state=active', 'plan=business', 'provider=invoice'),
      ...searches('search=user77', 'search=user777775@', 'search=sub_777', 'search=nobody'),
    ],
  },
  { path: '/api/admin/overview', isPaged: false, requests: [first] },
  {
    path: '/api/admin/overview/mailboxes',
    isPaged: true,
    requests: [first, ...filters('state=needs_you', 'state=waiting', 'reason=wrong_password')],
  },
  {
    path: '/api/admin/overview/deliveries',
    isPaged: true,
    requests: [first, ...filters('state=failed', 'state=held', 'state=queued', 'reason=131026')],
  },
  { path: '/api/admin/incidents', isPaged: true, requests: [first, ...filters('open=yes')] },
  { path: '/api/admin/erasure-receipts', isPaged: true, requests: [first] },
  { path: '/api/admin/settings/changes', isPaged: true, requests: [first] },
  {
    path: '/api/admin/security/failed-sign-ins',
    isPaged: false,
    requests: [first, ...filters('by=network', 'by=account', 'range=7d', 'range=7d&by=network', 'range=7d&by=account')],
  },
  { path: '/api/admin/security/events', isPaged: true, requests: [first, ...filters('kind=new_device', 'kind=unauthorized_access')] },
  {
    path: '/api/admin/security/keys',
    isPaged: true,
    requests: [first, ...filters('state=active', 'state=unused', 'state=expiring'), ...searches('prefix=mf_777')],
  },
  { path: '/api/admin/security/sessions', isPaged: false, requests: [first] },
  { path: '/api/admin/security/blocks', isPaged: true, requests: [first] },
]
