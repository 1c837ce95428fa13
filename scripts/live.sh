# shellcheck shell=bash
# Sourced: live WHAT LOG COMMAND..., for what takes minutes. The command's output goes into the log; every ten seconds one
# line shows how far it is. A failure ends with its first error, as what failed first may stand far above the end.
live() {
    local what=$1 log=$2 start=$SECONDS form='    %3d s: %s\n' ticker status=0
    if [[ $PREPARE == no ]]; then # the log of a package build has it all
        "${@:3}"
        return
    fi
    say "$what; log: ${log#"$ROOT/"}"
    if [[ -t 1 ]]; then form='\r    %3d s: %s\e[K'; fi # one line on a terminal
    (
        exec 2>/dev/null
        while sleep 10 >/dev/null && kill -0 $$; do
            # shellcheck disable=SC2059 # it is the format
            printf "$form" $((SECONDS - start)) "$(tail -n 1 "$log" | sed 's/^ *//' | cut -c 1-60)"
        done
    ) &
    ticker=$!
    CARGO_TERM_COLOR=never "${@:3}" >"$log" 2>&1 || status=$?
    kill "$ticker" 2>/dev/null || true
    wait "$ticker" 2>/dev/null || true
    if [[ -t 1 ]]; then echo; fi
    if ((status)); then
        first_error "$log" >&2
        die "that failed after $((SECONDS - start)) s; the whole log is $log"
    fi
    # What the compiler warns of in the project's own code.
    awk '/^warning/ { on = 1 } on; /^$/ { on = 0 }' "$log" >&2
}

# first_error LOG: the first line that names a cause, with what belongs to it; or the end.
first_error() {
    awk '
        /^E: |(^|[ :])(fatal )?error(\[E[0-9]+\])?: / && !/failed to run custom build command|could not compile|dpkg-buildpackage/ { found = 1 }
        found && !/warning: / { print; if (/^ *$/ || ++lines == 12) exit }' "$1" | grep . || tail -n 20 "$1"
}
