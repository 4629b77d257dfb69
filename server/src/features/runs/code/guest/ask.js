// Runs inside the sandbox: asks the host for what needs tables or a parser, in texts alone (../host-calls.ts).
;(host) => {
  const { parse, stringify } = JSON
  const errors = { RangeError, TypeError, SyntaxError }
  const read = (answer) => {
    const { value, error, message } = parse(answer)
    if (error === undefined) return value
    throw Object.assign(new (errors[error] ?? Error)(message), { name: error })
  }
  return (name, ...args) => read(host(name, stringify(args)))
}
