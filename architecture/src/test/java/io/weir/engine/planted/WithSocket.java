package io.weir.engine.planted;

import java.net.Socket;

/** Breaks the rule of purity. */
public record WithSocket(Socket socket) {}
