# Steps of a long check, for bash scripts: each one runs with its output shown, and a summary tells all results.

steps_failed=0
steps_summary=()
steps_log=$(mktemp)
trap 'rm -f "$steps_log"' EXIT

# step NAME COMMAND...: lines of its output that match steps_lines go to the summary, and of a step that fails the first
# thirty that name what was found, without which its reason stands a thousand lines above.
steps_lines='^[0-9]+% tests passed|^Total Test time|^tidy: '
steps_findings='(warning|error): |: format; |\*\*\*(Failed|Timeout|Exception)|^[^ ]+:[0-9]+: '
step() {
  local name=$1 start=$SECONDS result=ok
  shift
  echo "== $name"
  "$@" 2>&1 | tee "$steps_log"
  if [[ ${PIPESTATUS[0]} != 0 ]]; then
    result=FAILED
    steps_failed=1
  fi
  steps_summary+=("$(printf '%-24s %-6s %4d s' "$name" "$result" $((SECONDS - start)))")
  while IFS= read -r line; do
    steps_summary+=("    $line")
  done < <(
    [[ $result == ok ]] || grep -E "$steps_findings" "$steps_log" | head -30
    grep -E "$steps_lines" "$steps_log"
  )
}

# Prints the summary and ends the script: exit code 1 when a step failed.
end_steps() {
  echo "== summary"
  printf '%s\n' "${steps_summary[@]}"
  exit "$steps_failed"
}
