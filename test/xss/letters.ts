// Placeholders in hostile emails: X is the script to run, R is the attacker's server.
export const X = 'alert(1)'
export const R = 'http://away.example'
