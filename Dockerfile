# The manager's image, of what "mvn -DskipTests package" has made.
ARG JAVA=eclipse-temurin:25-jre
FROM ${JAVA}
COPY manager/jvm.options /weir/
COPY manager/target/lib/ manager/target/weir-manager-*.jar /weir/lib/
USER 65532:65532
EXPOSE 9440 9443
ENTRYPOINT ["java", "@/weir/jvm.options", "-cp", "/weir/lib/*", "io.weir.manager.Main"]
