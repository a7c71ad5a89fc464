// The router's error page.
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { FailedPage } from './FailedPage.tsx'

export function RouterErrorPage() {
  const error = useRouteError()
  return <FailedPage error={error} message={isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : undefined} />
}
