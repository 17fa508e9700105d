PORT=8741 STATE_DIR=/tmp/state-posts npx node scripts/start.ts > /tmp/posts-serve.log 2>&1 &
echo $! > /tmp/posts-serve.pid
